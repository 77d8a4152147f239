// A copy of the crate that may be broken: always in the same place, so that what was compiled there is of use the next time.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot, root } from '../project.mjs';

const FILES = ['.cargo/mutants.toml', 'Cargo.toml', 'Cargo.lock'];
const FOLDERS = ['src', 'tests', 'tools/xtask'];

export const tree = inRoot('build/mutants/tree');

/** Makes the copy, and returns the text of all of it. */
export function copyTree() {
  const files = [...FILES, ...sources(root)];
  for (const file of sources(tree)) if (!files.includes(file)) rmSync(join(tree, file));
  return files.map((file) => copy(file)).join('');
}

function sources(base) {
  return FOLDERS.filter((folder) => existsSync(join(base, folder))).flatMap((folder) =>
    readdirSync(join(base, folder), { recursive: true })
      .filter((name) => /\.(rs|toml)$/.test(name))
      .map((name) => join(folder, name)),
  );
}

// What is the same is not written, and cargo compiles it once. What a run that was interrupted left broken is written, and is newer.
function copy(file) {
  const [text, to] = [readFileSync(join(root, file), 'utf8'), join(tree, file)];
  if (existsSync(to) && readFileSync(to, 'utf8') === text) return text;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, text);
  return text;
}
