// What set-up says when something is missing: one sentence that names it and the command that installs it. The programs are
// stand-ins, so that each can be missing alone.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from './package.mjs';

function setUp(t, purpose, programs, nodeArgs = []) {
  const folder = mkdtempSync(join(tmpdir(), 'idlewheel-setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'sysroot/lib/rustlib', programs.target ?? 'wasm32-unknown-unknown'), { recursive: true });
  symlinkSync('/bin/sh', join(folder, 'sh'));
  for (const [name, text] of Object.entries({ rustc: `echo '${folder}/sysroot'`, ...programs.scripts })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgs, 'tools/setup.mjs', '--for', purpose], {
    cwd: root,
    env: { PATH: folder },
    encoding: 'utf8',
  });
  return { status, said: (stdout + stderr).trim() };
}

const rust = { cargo: '', 'cargo-fmt': '', 'cargo-clippy': '' };

test('without cargo', (t) => {
  const { status, said } = setUp(t, 'build', { scripts: {} });
  assert.equal(status, 1);
  assert.match(said, /^cargo is missing: install Rust with `curl [^\n]+`[^\n]*\.$/);
});

test('with a Node that is too old', (t) => {
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.20.0"}})';
  const { status, said } = setUp(t, 'build', { scripts: rust }, ['--import', old]);
  assert.equal(status, 1);
  assert.match(said, /^Node 20 or newer is needed and this is 18\.20\.0: install it[^\n]+\.$/);
});

test('without the WebAssembly target, and without the rustup that could add it', (t) => {
  const { status, said } = setUp(t, 'build', { scripts: rust, target: 'another-target' });
  assert.equal(status, 1);
  assert.match(
    said,
    /^Rust's target wasm32-unknown-unknown is missing: install it with `rustup target add wasm32-unknown-unknown`[^\n]*\.$/,
  );
});

test('without the WebAssembly target, rustup adds it', (t) => {
  const { said } = setUp(t, 'build', { scripts: { ...rust, rustup: 'echo "rustup was asked: $*"' }, target: 'another-target' });
  assert.match(said, /^rustup was asked: target add wasm32-unknown-unknown$/m);
});

test('without rustfmt', (t) => {
  const { status, said } = setUp(t, 'test', { scripts: { ...rust, 'cargo-fmt': 'exit 1' } });
  assert.equal(status, 1);
  assert.equal(said, 'cargo-fmt is missing: install it with `rustup component add rustfmt`.');
});

test('without browsers, where apt-get is not to be had', (t) => {
  const { status, said } = setUp(t, 'test', { scripts: { ...rust, chromium: '', chromedriver: '', xauth: '' } });
  assert.equal(status, 1);
  assert.match(
    said,
    /^The tests need firefox-esr, webkit2gtk-driver, xvfb, valgrind: install them, [^\n]*`sudo apt-get install [^\n]*firefox-esr webkit2gtk-driver xvfb valgrind`\.$/,
  );
});

test('with everything there, it does nothing and says nothing', () => {
  const { status, stdout, stderr } = spawnSync('node', ['tools/setup.mjs', '--for', 'test'], { cwd: root, encoding: 'utf8' });
  assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
});
