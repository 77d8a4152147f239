// `npm test`: every test of the project, and one last line that sums up. `--help` says how.

import { parseArgs } from 'node:util';
import { Failure, script } from './exec.mjs';
import { upToDate } from './fresh.mjs';
import { setup } from './setup.mjs';
import { runSteps } from './test/run.mjs';
import { endAll } from './test/step.mjs';
import { steps } from './test/steps.mjs';

const USAGE = `usage: npm test -- [--long] [--only STEP,…] [--skip STEP,…] [--list]

Sets up what is missing, runs the steps, two at a time, and ends with \`N passed, N failed\`, and how many were skipped if any were.
What a step prints goes to build/log/STEP.txt. --long, or \`npm run test:long\`, is for an hour or two: each step in its long form, and those
that have no short one (*).

${steps.map(({ name, about, long }) => `  ${name.padEnd(14)}${about}${long ? ' *' : ''}`).join('\n')}`;

function select({ only, skip, long }) {
  const names = (list) => {
    const found = list?.split(',') ?? [];
    const unknown = found.filter((name) => !steps.some((step) => step.name === name));
    if (unknown.length > 0) throw new Failure(`unknown step ${unknown.join(', ')}: there are ${steps.map(({ name }) => name).join(', ')}`);
    return found;
  };
  const [wanted, unwanted] = [names(only), names(skip)];
  const selected = steps.filter(
    (step) => (wanted.length === 0 ? long || !step.long : wanted.includes(step.name)) && !unwanted.includes(step.name),
  );
  if (selected.length === 0) throw new Failure('no step is left to run');
  return selected;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

script(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      skip: { type: 'string' },
      list: { type: 'boolean' },
      long: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return console.log(USAGE);
  const selected = select(values);
  if (values.list) return console.log(selected.map(({ name }) => name).join('\n'));
  const { long } = values;
  let result = { passed: 0, failed: 1, skipped: 0 };
  try {
    setup(long || selected.some((step) => step.long) ? 'long' : 'test');
    const usesOldPackage = selected.some(({ needs }) => needs === 'build') && !selected.some(({ name }) => name === 'build');
    if (usesOldPackage && !upToDate()) {
      throw new Failure('pkg/ is missing or older than the sources: run `npm run build` first, or add the step build');
    }
    result = await runSteps(selected, { long });
  } catch (error) {
    console.log(error instanceof Failure ? error.message : error.stack);
  }
  const { passed, failed, skipped } = result;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0) process.exitCode = 1;
});
