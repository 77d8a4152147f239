import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wasm } from './package.mjs';

const module = new WebAssembly.Module(wasm());

test('the engine imports nothing: it calls no JavaScript, reads no clock and asks for no randomness', () => {
  assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test('the engine exports what js/ calls and nothing of wasm-bindgen', () => {
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  assert.ok(names.includes('touch_text'));
  assert.deepEqual(
    names.filter((name) => name.startsWith('__')),
    [],
  );
});

test('the engine has one memory, its own, of less than 2 MiB before anyone is here', () => {
  const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
  assert.deepEqual(memories, [{ name: 'memory', kind: 'memory' }]);
  const { memory } = new WebAssembly.Instance(module).exports;
  assert.ok(memory.buffer.byteLength < 2 * 1024 * 1024, `it starts with ${memory.buffer.byteLength} bytes`);
});

test('the engine says nothing of the tools that made it, and has no names of functions', () => {
  for (const section of ['producers', 'name', 'target_features', '.debug_info']) {
    assert.equal(WebAssembly.Module.customSections(module, section).length, 0, section);
  }
});

// Formatting is not in the engine: a panic is told by its own text where that is one piece.
test("all that a panic of the engine may say is in one piece, but for the allocator's", () => {
  const text = wasm().toString('latin1');
  for (const piece of ['an index is out of bounds', 'no such wheel', 'a wheel is in use', 'memory allocation failed']) {
    assert.ok(text.includes(piece), piece);
  }
  const inPieces = [
    'index out of bounds: the len is',
    'range start index',
    'range end index',
    'slice index starts at',
    'source slice length',
    'called `',
    'timeout is',
  ];
  assert.deepEqual(
    inPieces.filter((piece) => text.includes(piece)),
    [],
  );
});
