// Installs the peers' packages and builds pkg/, where that is missing or old.

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { run } from '../../tools/exec.mjs';
import { upToDate } from '../../tools/fresh.mjs';
import { inRoot } from '../../tools/project.mjs';
import { setup } from '../../tools/setup.mjs';

export function installPeers() {
  const lock = inRoot('bench/package-lock.json');
  const installed = inRoot('bench/node_modules/.setup-lock');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  console.error('setup: installing the npm packages of bench/package-lock.json (about 10 seconds)');
  // What npm says would be in the midst of the tables.
  run('npm', ['ci', '--prefix', 'bench', '--silent']);
  copyFileSync(lock, installed);
}

export function buildPackage() {
  if (upToDate()) return;
  setup('build');
  console.error('building the package (about a minute the first time)');
  run('node', ['tools/build.mjs', '--no-setup']);
}
