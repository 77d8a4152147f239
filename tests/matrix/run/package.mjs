// The package as npm installs it: packed, and the tarball unpacked by npm.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../../tools/exec.mjs';

let installed;

/** Packs what is in `folder`, for the projects that are made from then on. */
export function installFrom(folder) {
  const place = temporary('package');
  const [{ filename }] = JSON.parse(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', place], folder));
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  npm(['install', '--offline', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', join(place, filename)], place);
  installed = join(place, 'node_modules/idlewheel');
}

/** Installs it in a project. */
export function installIn(folder) {
  cpSync(installed, join(folder, 'node_modules/idlewheel'), { recursive: true });
}

const places = new Set();

/** An empty folder outside the project's, where nothing is found that a program did not bring. */
export function temporary(name) {
  const folder = mkdtempSync(join(tmpdir(), `idlewheel-${name}-`));
  places.add(folder);
  return folder;
}

process.once('exit', () => {
  for (const folder of places) rmSync(folder, { recursive: true, force: true });
});

function npm(args, cwd) {
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  if (error) throw new Failure(`npm did not start: ${error.message}`);
  if (status !== 0) throw new Failure(`\`npm ${args[0]}\` of the package failed: ${stderr || stdout}`);
  return stdout;
}
