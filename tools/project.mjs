// Where things are.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
export const inRoot = (...parts) => join(root, ...parts);

export const targetDir = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target');
/** wasm-bindgen's tools. Another checkout may lend its own, which saves building them. */
export const xtask = process.env.IDLEWHEEL_XTASK ?? join(targetDir, 'tool', 'xtask');
/** Tools that set-up installs for this checkout alone. */
export const toolBin = (name) => inRoot('.tools', 'bin', name);
export const nodeBin = (name) => inRoot('node_modules', '.bin', name);

export const WASM_TARGET = 'wasm32-unknown-unknown';

/** The version of the crate, which is that of the npm package. */
export function version() {
  const [, found] = readFileSync(inRoot('Cargo.toml'), 'utf8').match(/^version = "(.+)"$/m) ?? [];
  if (!found) throw new Error('Cargo.toml has no line `version = "…"`: give the package one');
  return found;
}
