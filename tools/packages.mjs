// Installs the npm packages of a lock file, where they are missing or old.

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { run } from './exec.mjs';
import { inRoot } from './project.mjs';

/** `folder` holds the package.json and its lock, seen from the project's. On stderr: a table may be on its way to stdout. */
export function installPackages(folder = '.') {
  const lock = inRoot(folder, 'package-lock.json');
  const installed = inRoot(folder, 'node_modules/.setup-lock');
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return;
  console.error(`setup: installing the npm packages of ${folder}/package-lock.json (about 10 seconds)`);
  run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { stdout: process.stderr });
  copyFileSync(lock, installed);
}
