// The building machine's folders and its registry's name come in by panic locations, when these are not remapped.

import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { test } from 'node:test';
import { entries, read, root, wasm } from './package.mjs';

const folders = [root.replace(/\/$/, ''), homedir(), process.env.CARGO_HOME, process.env.RUSTUP_HOME].filter(
  (path) => path && path !== '/',
);
const words = [/\/registry\//, /\.cargo\b/, /\.rustup\b/, /crates[.-]?io/i, /\/home\//, /\/Users\//];

for (const [name, text] of [['idlewheel.wasm', wasm().toString('latin1')], ...entries.map((entry) => [entry, read(entry)])]) {
  test(`${name} tells nothing of the machine that built it`, () => {
    assert.deepEqual([...folders.filter((folder) => text.includes(folder)), ...words.flatMap((word) => text.match(word)?.[0] ?? [])], []);
  });
}
