// The `#[wasm_bindgen_test]` tests, in every place where they run, and whether all of them did.

import { readdirSync, readFileSync } from 'node:fs';
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

// Only the files that have such tests: each other one would be linked and started for nothing.
const files = readdirSync(inRoot('tests')).filter((name) => name.endsWith('.rs') && marked(name) > 0);
const written = files.reduce((sum, name) => sum + marked(name), 0);
const cargo = [
  ...['test', '--locked', '--no-fail-fast', '--target', WASM_TARGET],
  ...['--config', `target.${WASM_TARGET}.runner=${JSON.stringify([xtask, 'test-runner'])}`],
  ...files.flatMap((name) => ['--test', name.slice(0, -3)]),
];
const limits = {
  WASM_BINDGEN_TEST_DRIVER_TIMEOUT: '60',
  WASM_BINDGEN_TEST_TIMEOUT: '120',
};

function marked(name) {
  return readFileSync(inRoot('tests', name), 'utf8').match(/^\s*#\[wasm_bindgen_test[\](]/gm)?.length ?? 0;
}

export const inNode = (step) => runAll(step, 'Node', {});

/** `place`: page, dedicated, shared or service. */
export function inBrowser(step, browser, place) {
  return runAll(step, `${browser}, ${place}`, { ...DRIVERS[browser], [USE[place]]: '1' }, browser === 'webkit' ? ['xvfb-run', '-a'] : []);
}

async function runAll(step, where, env, wrapper = []) {
  const expected = await listed(step);
  if (expected === undefined) return;
  const [command, ...args] = [...wrapper, 'cargo', ...cargo];
  const { passed, failed } = await step.cargoTest(command, args, { env: { ...limits, ...env } });
  expectAll(step, where, passed + failed, expected);
}

/** The runner exits with 0 when it skips tests, so the number has to be compared. */
export function expectAll(step, where, ran, expected) {
  if (ran < expected) step.fail(`${where}: ${ran} of ${expected} tests ran`);
}

let known;
/** How many tests the runner lists; undefined, and the step has failed, when it can't. Asked once. */
export async function listed(step) {
  if (known === undefined) {
    known = await list(step);
    if (known.problem) return step.fail(known.problem, known.text);
  }
  return known.problem ? step.fail(`not run: ${known.problem}`) : known.count;
}

async function list(step) {
  if (written === 0) return { problem: 'no #[wasm_bindgen_test] in tests/*.rs' };
  const { ok, text } = await step.exec('cargo', [...cargo, '--', '--list']);
  if (!ok) return { problem: 'the wasm-bindgen tests do not build', text };
  const count = text.match(/: test$/gm)?.length ?? 0;
  if (count < written) return { problem: `the sources have ${written} #[wasm_bindgen_test] and the runner lists ${count}`, text };
  return { count };
}
