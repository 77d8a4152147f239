// The steps of `npm test`, in the order in which they start. A step is
//   needs  the step whose failure makes this one pointless
//   uses   what only one step at a time may use
//   long   true: a part of `npm run test:long` only
//   run    an async function of the `Step` and `{ long }`: whether to do all that there is time for

import { readdirSync } from 'node:fs';
import { inRoot, nodeBin } from '../project.mjs';
import { clippy, coverage, format, fuzz, instructions, miri, mutants, native, smallWorld } from './rust.mjs';
import { inBrowser, inNode, wasmPack, workers } from './wasm.mjs';

const nodeTests = (folder) => (step) => step.nodeTest(folder);

export const steps = [
  { name: 'fmt', about: 'rustfmt', run: format },
  { name: 'lint', about: 'Biome', run: (step) => step.check(nodeBin('biome'), ['ci', '--colors=off', '.']) },
  { name: 'build', about: 'npm run build', run: (step) => step.check('node', ['tools/build.mjs', '--no-setup', '--faults']) },
  { name: 'native', about: 'the core: unit, integration and doc tests', uses: 'the core as cargo built it', run: native },
  {
    name: 'small-world',
    about: 'a small world, searched exhaustively',
    // Doc tests link what was built last, be it for this world or the other.
    uses: 'the core as cargo built it',
    run: smallWorld,
  },
  { name: 'mutants', about: 'whether a test notices when the core is broken', run: mutants },
  { name: 'js', about: 'the package, as an ES module and as CommonJS', needs: 'build', run: js },
  { name: 'clippy', about: 'Clippy, native and for WebAssembly, with and without the plain class', run: clippy },
  { name: 'types', about: 'TypeScript: js/, and what users of the types may and may not write', needs: 'build', run: types },
  { name: 'miri', about: 'the core in Miri, which sees undefined behaviour', run: miri },
  { name: 'node', about: 'the bindings in Node', run: inNode },
  { name: 'chromium', about: 'the bindings in a page of Chromium', uses: 'browsers', run: (step) => inBrowser(step, 'chromium', 'page') },
  { name: 'firefox', about: 'the bindings in a page of Firefox', uses: 'browsers', run: (step) => inBrowser(step, 'firefox', 'page') },
  { name: 'webkit', about: 'the bindings in a page of WebKitGTK', uses: 'browsers', run: (step) => inBrowser(step, 'webkit', 'page') },
  { name: 'fuzz', about: 'the core against its model, by cargo-fuzz', run: fuzz },
  { name: 'workers', about: 'the bindings in dedicated, shared and service workers', uses: 'browsers', run: workers },
  {
    name: 'wasm-pack',
    about: 'wasm-pack test and wasm-pack build, for whoever uses the crate that way',
    uses: 'browsers',
    run: wasmPack,
  },
  { name: 'packaging', about: 'what is in the package, and the tools that make it', needs: 'build', run: nodeTests('tests/packaging') },
  {
    name: 'browser',
    about: 'the package and the example page in three browsers',
    needs: 'build',
    uses: 'browsers',
    run: nodeTests('tests/browser'),
  },
  {
    name: 'matrix',
    about: 'the package in runtimes, bundlers and test runners',
    needs: 'build',
    // All of it drives browsers as well.
    uses: 'browsers',
    run: (step, { long }) => step.nodeTest('tests/matrix', { env: { MATRIX: long ? 'all' : '' }, minutes: 30 }),
  },
  { name: 'examples', about: 'the examples, run as their readers run them', needs: 'build', run: nodeTests('tests/examples') },
  { name: 'model', about: 'the whole API beside a naive model, by fast-check', needs: 'build', run: model },
  {
    name: 'differential',
    about: 'one trace through a plain ring, setTimeout, and the wheel',
    needs: 'build',
    run: nodeTests('tests/differential'),
  },
  { name: 'soak', about: 'real timers, blocked loops and throwing listeners, for minutes', needs: 'build', run: soak },
  { name: 'instructions', about: 'how many instructions the hot paths of the core take, under callgrind', run: instructions },
  { name: 'lateness', about: 'how late expiries come under a real interval', needs: 'build', run: lateness },
  {
    name: 'bench',
    about: 'the benchmark: its peers, its arithmetic, and a tiny run of it',
    needs: 'build',
    run: nodeTests('tests/bench'),
  },
  { name: 'coverage', about: 'how much of the sources the tests run', needs: 'build', long: true, run: coverage },
];

/** The project's own; the oldest TypeScript that docs/loading.md promises, and the newest there is. */
const COMPILERS = ['node_modules/typescript', 'tests/matrix/node_modules/typescript-oldest', 'tests/matrix/node_modules/typescript-newest'];

async function types(step) {
  const tsc = nodeBin('tsc');
  await step.check(tsc, ['-p', 'tsconfig.json']);
  // Users with and without DOM types, with a bundler: a configuration each.
  for (const config of readdirSync(inRoot('tests/types')).filter((name) => /^tsconfig.*\.json$/.test(name))) {
    const project = ['-p', `tests/types/${config}`];
    const { text } = await step.exec(tsc, [...project, '--listFilesOnly']);
    const tests = text.match(/\/tests\/types\/[^/]+\.[cm]?ts$/gm)?.length ?? 0;
    if (tests === 0) step.fail(`tests/types/${config} includes no file`);
    else for (const compiler of COMPILERS) await step.check('node', [inRoot(compiler, 'bin/tsc'), ...project], { tests });
  }
}

async function model(step, { long }) {
  await step.check(nodeBin('tsc'), ['-p', 'tests/model']);
  if (!(await step.check('node', ['tests/model/bundle.mjs']))) return;
  await step.nodeTest('build/tests/model', { env: { MODEL_TIMES: long ? '30' : '1' }, minutes: long ? 90 : 15 });
}

async function soak(step, { long }) {
  await step.check('node', ['tests/soak/soak.mjs', '--seconds', long ? '600' : '120'], { minutes: 20 });
}

async function lateness(step, { long }) {
  await step.check('node', ['bench/lateness.mjs', ...(long ? [] : ['--quick'])]);
}

async function js(step) {
  for (const format of ['esm', 'cjs']) await step.nodeTest('tests/js', { env: { IDLEWHEEL_FORMAT: format } });
}
