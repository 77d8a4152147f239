import assert from 'node:assert/strict';
import { test } from 'node:test';
import { build, transform } from 'esbuild';
import { code, entries, read, root, scripts, wasm } from './package.mjs';

// Each is refused by some host: by a Content-Security-Policy, outside of modules, outside of Node, or by bundlers.
const UNWANTED = [
  /\beval\(/,
  /new Function\b/,
  /\bFunction\(/,
  /import\.meta/,
  /\bimport\(/,
  // The wheel beside a further entry is no more than a file.
  /\brequire\((?!"\.\.\/index\.cjs"\))/,
  /node:/,
  /\bprocess\.(?!env)/,
];

for (const name of entries) {
  test(`${name} has less code than bytes of the engine`, () => {
    assert.ok(code(name).length < wasm().length, 'the engine was not found in it, so the tests below would search its text');
  });
}

for (const name of scripts()) {
  test(`${name} asks for nothing that a host may not have`, () => {
    assert.deepEqual(found(code(name), UNWANTED), []);
  });

  test(`${name} is without the glue's own ways to load the engine`, () => {
    assert.deepEqual(found(code(name), [/instantiateStreaming/, /engine_bg\.wasm/]), []);
  });
}

// loro #975: a top-level await, and a silent blank page.
for (const name of scripts()) {
  test(`${name} waits for nothing at its top level`, async () => {
    await transform(read(name), { format: 'cjs', target: 'es2020' });
  });
}

test('an import that is not used shakes to nothing', async () => {
  assert.equal(await bundled("import { IdleWheel } from 'idlewheel';"), '');
  assert.ok((await bundled("import { IdleWheel } from 'idlewheel'; globalThis.it = IdleWheel;")).length > wasm().length);
});

const found = (text, patterns) => patterns.flatMap((pattern) => text.match(pattern)?.[0] ?? []);

async function bundled(contents) {
  const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, bundle: true, format: 'esm', minify: true, write: false });
  return outputFiles[0].text.trim();
}
