// The crate, compiled, bound and optimized: build/engine.wasm, and the types of what it exports.

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { Failure, output, run } from './exec.mjs';
import { inRoot, nodeBin, root, targetDir, version, WASM_TARGET, xtask } from './project.mjs';

// What every host of the package has: no SIMD, no threads.
const WASM_FEATURES = ['bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals', 'reference-types', 'multivalue'].map(
  (name) => `--enable-${name}`,
);

export const engineWasm = inRoot('build/engine.wasm');

export function buildEngine() {
  const folder = compile('package', 'engine');
  optimize(join(folder, 'engine_bg.wasm'), engineWasm);
  stamp(engineWasm);
  assertNoImports(engineWasm);
  // js/ takes the types of what is exported from there.
  cpSync(join(folder, 'engine.d.ts'), inRoot('build/engine.d.ts'));
}

/** An engine that panics when told to, which the package can load. */
export function buildFaultyEngine() {
  const folder = compile('faults', 'faults');
  const faulty = inRoot('build/faults.wasm');
  withoutGlue(join(folder, 'engine_bg.wasm'), faulty);
  stamp(faulty);
}

/** The same engine with the names of its functions. Returns its path. */
export function buildNamedEngine() {
  const folder = compile('package', 'named', []);
  const named = inRoot('build/named.wasm');
  optimize(join(folder, 'engine_bg.wasm'), named, ['-g', '--strip-producers', '--strip-target-features']);
  return named;
}

function compile(feature, name, options = ['--remove-name-section']) {
  const folder = inRoot('build', name);
  run(
    'cargo',
    ['build', '--locked', '--quiet', '--release', '--lib', '--target', WASM_TARGET, '--no-default-features', '--features', feature],
    {
      env: { CARGO_ENCODED_RUSTFLAGS: [...remap(), ...SMALLER, MEMORY_END].join('\x1f') },
    },
  );
  rmSync(folder, { recursive: true, force: true });
  run(xtask, [
    ...['bindgen', '--target', 'web', '--omit-default-module-path', '--remove-producers-section', ...options],
    ...['--out-name', 'engine', '--out-dir', folder, join(targetDir, WASM_TARGET, 'release/idlewheel.wasm')],
  ]);
  return folder;
}

// Little is inlined, and loops are left as they are: docs/size.md has what that gives.
const SMALLER = ['--unroll-max-count=1', '--inline-threshold=20', '--inlinehint-threshold=200'].map((arg) => `-Cllvm-args=${arg}`);
// A page less than 4 GiB, so that the end of the memory has an address: the allocator counts on that.
const MEMORY_END = `-Clink-arg=--max-memory=${65_535 * 65_536}`;

// Panic locations name source files. Unmapped, they would carry this machine's folders and its registry's name into the
// package, and no two machines would build the same bytes.
function remap() {
  const registry = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const standardLibrary = join(output('rustc', ['--print', 'sysroot']), 'lib/rustlib/src/rust');
  const [, commit] = output('rustc', ['-vV']).match(/^commit-hash: (.+)$/m);
  return [
    [root, '/src'],
    ...readdirSync(registry).map((name) => [join(registry, name), '/deps']),
    // Where the component rust-src is installed, rustc names its files instead of these.
    [standardLibrary, `/rustc/${commit}`],
  ].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

function optimize(from, to, strip = ['--strip-debug', '--strip-producers', '--strip-target-features']) {
  const wasmOpt = nodeBin('wasm-opt');
  const bare = `${to}.bare`;
  withoutGlue(from, bare);
  run(wasmOpt, ['-O3', '--converge', ...WASM_FEATURES, ...strip, bare, '-o', to]);
  rmSync(bare);
  // The flags alone guard nothing: what the input's own target_features section lists is added to them. Stripped of it,
  // the result has to validate with these features and no others.
  const checked = `${to}.checked`;
  run(wasmOpt, ['--quiet', '-O0', ...WASM_FEATURES, to, '-o', checked]);
  rmSync(checked);
}

/** The version, as a section of its own: js/ takes no engine of another. Lengths below 128 are their own LEB128. */
function stamp(file) {
  const name = Buffer.from('idlewheel');
  const section = Buffer.concat([Buffer.from([name.length]), name, Buffer.from(version())]);
  writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from([0, section.length]), section]));
}

/**
 * Drops what wasm-bindgen exports for its own glue, and with it the import of that: where only numbers pass, the exports can be called as they
 * are.
 */
function withoutGlue(from, to) {
  const exports = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(from)))
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('__'));
  const graph = `${to}.json`;
  const roots = exports.map((name) => ({ name, export: name }));
  writeFileSync(graph, JSON.stringify([{ name: 'js', root: true, reaches: exports }, ...roots]));
  // It lists what it drops.
  run(nodeBin('wasm-metadce'), [...WASM_FEATURES, '-g', `--graph-file=${graph}`, from, '-o', to], { stdout: 'ignore' });
  rmSync(graph);
}

/** Anything else than numbers in a signature of src/bindings.rs needs the glue. */
function assertNoImports(file) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))).map(({ module, name }) => `${module}.${name}`);
  if (imports.length > 0) throw new Failure(`${relative(root, file)} imports what js/ doesn't give it: ${imports.join(', ')}`);
}
