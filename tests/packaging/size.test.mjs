import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { entries, read, wasm } from './package.mjs';

// docs/size.md says what weighs, and what was tried.
const ENTRY = 17.5 * 1024;
const ENGINE = 24 * 1024;

for (const name of entries) {
  test(`${name} is at most 17.5 KB, minified and compressed`, (t) => {
    const size = brotliCompressSync(read(name)).length;
    t.diagnostic(`${name}: ${size} bytes of at most ${ENTRY}`);
    assert.ok(size <= ENTRY, `${name} has ${size} bytes compressed; at most ${ENTRY} are promised`);
  });
}

test('the engine is at most 24 KB, as it is', (t) => {
  const size = wasm().length;
  t.diagnostic(`idlewheel.wasm: ${size} bytes of at most ${ENGINE}`);
  assert.ok(size <= ENGINE, `idlewheel.wasm has ${size} bytes; at most ${ENGINE} are promised`);
});
