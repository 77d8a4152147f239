// `npm test`: every test of the project, and one last line that sums up. `--help` says how.

import { parseArgs } from 'node:util';
import { Failure, script } from './exec.mjs';
import { upToDate } from './fresh.mjs';
import { setup } from './setup.mjs';
import { endAll, Step } from './test/step.mjs';
import { steps } from './test/steps.mjs';

const USAGE = `usage: npm test -- [--only STEP,…] [--skip STEP,…] [--list]

Sets up what is missing, runs the steps in order, and ends with \`N passed, N failed\`. What a step printed is in build/log/STEP.txt.

${steps.map(({ name, about }) => `  ${name.padEnd(11)}${about}`).join('\n')}`;

function select({ only, skip }) {
  const names = (list) => {
    const found = list?.split(',') ?? [];
    const unknown = found.filter((name) => !steps.some((step) => step.name === name));
    if (unknown.length > 0) throw new Failure(`unknown step ${unknown.join(', ')}: there are ${steps.map(({ name }) => name).join(', ')}`);
    return found;
  };
  const [wanted, unwanted] = [names(only), names(skip)];
  const selected = steps.filter(({ name }) => (wanted.length === 0 || wanted.includes(name)) && !unwanted.includes(name));
  if (selected.length === 0) throw new Failure('no step is left to run');
  return selected;
}

async function runSteps(selected) {
  const broken = new Set();
  let passed = 0;
  let failed = 0;
  for (const { name, about, needs, run } of selected) {
    console.log(`${name}: ${about}`);
    const started = performance.now();
    const step = new Step(name);
    if (broken.has(needs)) step.fail(`not run, because ${needs} failed`);
    else await run(step).catch((error) => step.fail(error.stack));
    if (step.passed + step.failed === 0) step.fail('no test ran');
    await step.end();
    if (step.failed > 0) broken.add(name);
    passed += step.passed;
    failed += step.failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${step.passed} ok${step.failed > 0 ? `, ${step.failed} FAILED (all of it: build/log/${name}.txt)` : ''}, ${seconds} s`);
  }
  return { passed, failed };
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

script(async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, skip: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  const selected = select(values);
  if (values.list) return console.log(selected.map(({ name }) => name).join('\n'));
  let result = { passed: 0, failed: 1 };
  try {
    setup('test');
    const usesOldPackage = selected.some(({ needs }) => needs === 'build') && !selected.some(({ name }) => name === 'build');
    if (usesOldPackage && !upToDate()) {
      throw new Failure('pkg/ is missing or older than the sources: run `npm run build` first, or add the step build');
    }
    result = await runSteps(selected);
  } catch (error) {
    console.log(error instanceof Failure ? error.message : error.stack);
  }
  console.log(`${result.passed} passed, ${result.failed} failed`);
  if (result.failed > 0) process.exitCode = 1;
});
