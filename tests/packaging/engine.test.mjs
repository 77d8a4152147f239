import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wasm } from './package.mjs';

const module = new WebAssembly.Module(wasm());
const imports = WebAssembly.Module.imports(module);
const withoutHash = (name) => name.replace(/_[0-9a-f]{16}$/, '');

const ALLOWED = ['__wbg_call', '__wbindgen_generic', '__wbindgen_init_externref_table'];

test('the engine imports how to call back and what that needs: nothing that reads a clock, nothing that asks for randomness', () => {
  assert.deepEqual([...new Set(imports.map((entry) => entry.module))], ['./engine_bg.js']);
  assert.ok(imports.every(({ kind }) => kind === 'function'));
  assert.deepEqual(
    imports.map(({ name }) => withoutHash(name)).filter((name) => !ALLOWED.includes(name)),
    [],
  );
});

test('the engine has one memory, its own, of less than 2 MiB before anyone is here', () => {
  const memories = WebAssembly.Module.exports(module).filter(({ kind }) => kind === 'memory');
  assert.deepEqual(memories, [{ name: 'memory', kind: 'memory' }]);
  const refuse = Object.fromEntries(imports.map(({ name }) => [name, () => assert.fail(`${name} was called`)]));
  const { memory } = new WebAssembly.Instance(module, { './engine_bg.js': refuse }).exports;
  assert.ok(memory.buffer.byteLength < 2 * 1024 * 1024, `it starts with ${memory.buffer.byteLength} bytes`);
});

test('the engine says nothing of the tools that made it, and has no names of functions', () => {
  for (const section of ['producers', 'name', 'target_features', '.debug_info']) {
    assert.equal(WebAssembly.Module.customSections(module, section).length, 0, section);
  }
});
