// The crate, compiled, bound and optimized: build/engine.js with its types, and build/engine.wasm.

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
  const folder = compile([], 'engine');
  optimize(join(folder, 'engine_bg.wasm'), engineWasm);
  stamp(engineWasm);
  // js/ imports the glue and its types from build/.
  for (const name of ['engine.js', 'engine.d.ts']) cpSync(join(folder, name), inRoot('build', name));
}

/** An engine that panics when told to, which the package's own glue can load. */
export async function buildFaultyEngine() {
  const folder = compile(['faults'], 'faults');
  const faulty = inRoot('build/faults.wasm');
  cpSync(join(folder, 'engine_bg.wasm'), faulty);
  stamp(faulty);
  const [imports, known] = await Promise.all([faulty, engineWasm].map(importsOf));
  const missing = imports.filter((name) => !known.includes(name));
  if (missing.length > 0)
    throw new Failure(`${relative(root, faulty)} imports what the package's glue doesn't have: ${missing.join(', ')}`);
}

function compile(features, name) {
  const folder = inRoot('build', name);
  run(
    'cargo',
    ['build', '--locked', '--quiet', '--release', '--lib', '--target', WASM_TARGET, '--no-default-features', '--features', features.join()],
    {
      env: { CARGO_ENCODED_RUSTFLAGS: [...remap(), ...SMALLER, MEMORY_END].join('\x1f') },
    },
  );
  rmSync(folder, { recursive: true, force: true });
  run(xtask, [
    ...['bindgen', '--target', 'web', '--omit-default-module-path', '--remove-producers-section', '--remove-name-section'],
    ...['--out-name', 'engine', '--out-dir', folder, join(targetDir, WASM_TARGET, 'release/idlewheel.wasm')],
  ]);
  return folder;
}

// Half as much is inlined, and loops are left as they are: 9 % smaller.
const SMALLER = ['--unroll-max-count=1', '--inline-threshold=60'].map((arg) => `-Cllvm-args=${arg}`);
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

function optimize(from, to) {
  const wasmOpt = nodeBin('wasm-opt');
  run(wasmOpt, ['-O3', '--converge', ...WASM_FEATURES, '--strip-debug', '--strip-producers', '--strip-target-features', from, '-o', to]);
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

async function importsOf(file) {
  return WebAssembly.Module.imports(await WebAssembly.compile(readFileSync(file))).map(({ module, name }) => `${module}.${name}`);
}
