// Whether pkg/ has to be built again.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './project.mjs';

const SOURCES = [
  'Cargo.toml',
  'Cargo.lock',
  'README.md',
  'package-lock.json',
  'src',
  'js',
  'pkg-template',
  'tools/digits.mjs',
  'tools/engine.mjs',
  'tools/pack.mjs',
];

/** Whether pkg/ is there, and newer than all that it is made from. */
export function upToDate() {
  const made = inRoot('pkg/package.json');
  return existsSync(made) && newest(SOURCES.map((name) => inRoot(name))) <= newest([made]);
}

function newest(paths) {
  const times = paths.map((path) => {
    const entry = statSync(path);
    return entry.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : entry.mtimeMs;
  });
  return Math.max(0, ...times);
}
