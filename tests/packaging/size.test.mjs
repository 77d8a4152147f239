import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { read } from './package.mjs';

const LIMIT = 20 * 1024;

test('the default entry is at most 20 KB, minified and compressed', (t) => {
  const size = brotliCompressSync(read('index.js')).length;
  t.diagnostic(`index.js: ${size} bytes of at most ${LIMIT}`);
  assert.ok(size <= LIMIT, `index.js has ${size} bytes compressed; at most ${LIMIT} are promised`);
});
