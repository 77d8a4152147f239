import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeBin, version, xtask } from '../../tools/project.mjs';
import { read, root } from './package.mjs';

const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();
const locked = (name) =>
  readFileSync(join(root, 'Cargo.lock'), 'utf8').match(new RegExp(`^name = "${name}"\\nversion = "(.+)"$`, 'm'))?.[1];

test('the package has the version of the crate', () => {
  assert.equal(JSON.parse(read('package.json')).version, version());
  assert.equal(locked('idlewheel'), version());
});

test('the newest heading of the changelog is the version', () => {
  const [, newest] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').match(/^## \[?(\d[^\s\]]*)/m) ?? [];
  assert.equal(newest, version());
});

test('the tools of wasm-bindgen have the version of the crate wasm-bindgen', () => {
  assert.equal(run(xtask, 'bindgen', '--version').split(' ')[1], locked('wasm-bindgen'));
});

test('wasm-opt is the one that package.json pins', () => {
  const { binaryen } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies;
  assert.equal(run(nodeBin('wasm-opt'), '--version'), `wasm-opt version ${binaryen.split('.')[0]} (version_${binaryen.split('.')[0]})`);
});

test('package-lock.json names no registry', () => {
  assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved"/);
});
