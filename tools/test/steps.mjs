// The steps of `npm test`, in order. `needs`: the step whose failure makes this one pointless.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRoot, nodeBin, toolBin, WASM_TARGET } from '../project.mjs';
import { expectAll, inBrowser, inNode, listed } from './wasm.mjs';

const wasm = ['--target', WASM_TARGET];
const noDefault = ['--no-default-features'];
const nodeTests = (folder) => (step) => step.nodeTest(folder);

export const steps = [
  { name: 'fmt', about: 'rustfmt', run: (step) => step.check('cargo', ['fmt', '--all', '--check']) },
  { name: 'clippy', about: 'Clippy, native and for WebAssembly, with and without the plain class', run: clippy },
  { name: 'native', about: 'the core: unit, integration and doc tests', run: native },
  { name: 'build', about: 'npm run build', run: (step) => step.check('node', ['tools/build.mjs', '--no-setup', '--faults']) },
  { name: 'types', about: 'TypeScript: js/, and what users of the types may and may not write', needs: 'build', run: types },
  { name: 'lint', about: 'Biome', run: (step) => step.check(nodeBin('biome'), ['ci', '--colors=off', '.']) },
  { name: 'node', about: 'the bindings in Node', run: inNode },
  { name: 'chromium', about: 'the bindings in a page of Chromium', run: (step) => inBrowser(step, 'chromium', 'page') },
  { name: 'firefox', about: 'the bindings in a page of Firefox', run: (step) => inBrowser(step, 'firefox', 'page') },
  { name: 'webkit', about: 'the bindings in a page of WebKitGTK', run: (step) => inBrowser(step, 'webkit', 'page') },
  { name: 'workers', about: 'the bindings in dedicated, shared and service workers', run: workers },
  { name: 'wasm-pack', about: 'wasm-pack test and wasm-pack build, for whoever uses the crate that way', run: wasmPack },
  { name: 'js', about: 'the package, as an ES module and as CommonJS', needs: 'build', run: js },
  { name: 'packaging', about: 'what is in the package, and the tools that make it', needs: 'build', run: nodeTests('tests/packaging') },
  { name: 'browser', about: 'the package and the example page in three browsers', needs: 'build', run: nodeTests('tests/browser') },
  { name: 'examples', about: 'the examples, run as their readers run them', needs: 'build', run: nodeTests('tests/examples') },
];

function native(step) {
  return step.cargoTest('cargo', ['test', '--locked', '--no-fail-fast']);
}

async function clippy(step) {
  for (const options of [[], noDefault, wasm, [...wasm, ...noDefault], [...wasm, ...noDefault, '--features', 'faults']]) {
    await step.check('cargo', ['clippy', '--locked', '--quiet', '--all-targets', ...options, '--', '-D', 'warnings']);
  }
}

async function types(step) {
  const tsc = nodeBin('tsc');
  await step.check(tsc, ['-p', 'tsconfig.json']);
  // Users with and without DOM types, with a bundler: a configuration each.
  for (const config of readdirSync(inRoot('tests/types')).filter((name) => /^tsconfig.*\.json$/.test(name))) {
    const project = ['-p', `tests/types/${config}`];
    const { text } = await step.exec(tsc, [...project, '--listFilesOnly']);
    const tests = text.match(/\/tests\/types\/[^/]+\.[cm]?ts$/gm)?.length ?? 0;
    if (tests === 0) step.fail(`tests/types/${config} includes no file`);
    else await step.check(tsc, project, { tests });
  }
}

async function workers(step) {
  if ((await listed(step)) === undefined) return;
  for (const [browser, place] of [
    ['chromium', 'dedicated'],
    ['chromium', 'shared'],
    ['chromium', 'service'],
    ['firefox', 'dedicated'],
    ['webkit', 'dedicated'],
  ]) {
    await inBrowser(step, browser, place);
  }
}

async function wasmPack(step) {
  const expected = await listed(step);
  if (expected === undefined) return;
  const wasmPackBin = toolBin('wasm-pack');
  // no-install: it takes our wasm-bindgen from the path, and asks the network for nothing.
  const offline = ['--mode', 'no-install'];
  const env = { PATH: [inRoot('.tools/bin'), inRoot('node_modules/.bin'), process.env.PATH].join(delimiter) };
  for (const [place, extra] of [
    [['--node'], {}],
    [['--headless', '--chrome'], { WASM_BINDGEN_USE_BROWSER: '1' }],
  ]) {
    const { passed, failed } = await step.cargoTest(wasmPackBin, ['test', ...place, ...offline], { env: { ...env, ...extra } });
    expectAll(step, `wasm-pack test ${place.join(' ')}`, passed + failed, expected);
  }
  const out = mkdtempSync(join(tmpdir(), 'idlewheel-wasm-pack-'));
  try {
    if (!(await step.check(wasmPackBin, ['build', '--dev', ...offline, '--target', 'nodejs', '--out-dir', out], { env }))) return;
    const names = `Object.keys(require(${JSON.stringify(out)}))`;
    await step.check('node', ['-e', `if (!${names}.includes('IdleWheel')) throw new Error('it exports ' + ${names})`]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

async function js(step) {
  for (const format of ['esm', 'cjs']) await step.nodeTest('tests/js', { env: { IDLEWHEEL_FORMAT: format } });
}
