// The `#[wasm_bindgen_test]` tests, in every place where they run, and whether all of them did.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { inRoot, toolBin, WASM_TARGET, xtask } from '../project.mjs';

const DRIVERS = {
  chromium: { CHROMEDRIVER: '/usr/bin/chromedriver' },
  firefox: { GECKODRIVER: toolBin('geckodriver') },
  webkit: { SAFARIDRIVER: '/usr/bin/WebKitWebDriver' },
};
const USE = {
  page: 'WASM_BINDGEN_USE_BROWSER',
  dedicated: 'WASM_BINDGEN_USE_DEDICATED_WORKER',
  shared: 'WASM_BINDGEN_USE_SHARED_WORKER',
  service: 'WASM_BINDGEN_USE_SERVICE_WORKER',
};

const written = readdirSync(inRoot('tests/wasm')).reduce((sum, name) => sum + marked(name), 0);
const cargo = [
  ...['test', '--locked', '--no-fail-fast', '--target', WASM_TARGET, '--test', 'wasm'],
  ...['--config', `target.${WASM_TARGET}.runner=${JSON.stringify([xtask, 'test-runner'])}`],
];
const limits = {
  WASM_BINDGEN_TEST_DRIVER_TIMEOUT: '60',
  WASM_BINDGEN_TEST_TIMEOUT: '120',
};

function marked(name) {
  return readFileSync(inRoot('tests/wasm', name), 'utf8').match(/^\s*#\[wasm_bindgen_test[\](]/gm)?.length ?? 0;
}

export const inNode = (step) => runAll(step, 'Node', {});

/** `place`: page, dedicated, shared or service. */
export function inBrowser(step, browser, place) {
  return runAll(step, `${browser}, ${place}`, { ...DRIVERS[browser], [USE[place]]: '1' }, browser === 'webkit' ? ['xvfb-run', '-a'] : []);
}

export async function workers(step) {
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

export async function wasmPack(step) {
  const expected = await listed(step);
  if (expected === undefined) return;
  const wasmPackBin = toolBin('wasm-pack');
  // no-install: it takes our wasm-bindgen from the path, and asks the network for nothing.
  const offline = ['--mode', 'no-install'];
  const env = { PATH: [inRoot('.tools/bin'), inRoot('node_modules/.bin'), process.env.PATH].join(delimiter) };
  for (const [place, which, extra] of [
    [['--node'], [], {}],
    // The native tests are empty for WebAssembly, and were gone through once.
    [['--headless', '--chrome'], ['--', '--test', 'wasm'], { WASM_BINDGEN_USE_BROWSER: '1' }],
  ]) {
    const args = ['test', ...place, ...offline, ...which];
    const { passed, failed } = await step.cargoTest(wasmPackBin, args, { env: { ...env, ...extra } });
    expectAll(step, `wasm-pack ${args.join(' ')}`, passed + failed, expected);
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

async function runAll(step, where, env, wrapper = []) {
  const expected = await listed(step);
  if (expected === undefined) return;
  const [command, ...args] = [...wrapper, 'cargo', ...cargo];
  const { passed, failed } = await step.cargoTest(command, args, { env: { ...limits, ...env } });
  expectAll(step, where, passed + failed, expected);
}

/** The runner exits with 0 when it skips tests, so the number has to be compared. */
function expectAll(step, where, ran, expected) {
  if (ran < expected) step.fail(`${where}: ${ran} of ${expected} tests ran`);
}

let listing;
/** How many tests the runner lists; undefined, and the step has failed, when it can't. Asked once. */
async function listed(step) {
  listing ??= list(step);
  const { count, problem, text } = await listing;
  return problem ? step.fail(`not run: ${problem}`, text) : count;
}

async function list(step) {
  if (written === 0) return { problem: 'no #[wasm_bindgen_test] in tests/wasm' };
  const { ok, text } = await step.exec('cargo', [...cargo, '--', '--list']);
  if (!ok) return { problem: 'the wasm-bindgen tests do not build', text };
  const count = text.match(/: test$/gm)?.length ?? 0;
  if (count < written) return { problem: `the sources have ${written} #[wasm_bindgen_test] and the runner lists ${count}`, text };
  return { count };
}
