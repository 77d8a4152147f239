// Runs the steps of `npm test`, two at a time, and sums up.

import { Step } from './step.mjs';

// Most steps keep one core busy; a few wait for a browser, or for a clock.
const AT_ONCE = 2;

/**
 * A step waits for the one that it `needs`, and for any other that `uses` the same. It starts in its turn, or later.
 * `tell` gets what there is to say about a step, when it has ended.
 */
export async function runSteps(selected, { long = false, tell = console.log } = {}) {
  const waiting = [...selected];
  const running = new Map();
  const broken = new Set();
  const total = { passed: 0, failed: 0, skipped: 0 };

  const mayStart = ({ needs, uses }) =>
    ![...waiting, ...running.keys()].some(({ name }) => name === needs) &&
    ![...running.keys()].some((other) => uses !== undefined && other.uses === uses);

  async function start(step) {
    const ended = await runStep(step, { long, needed: broken.has(step.needs) ? step.needs : undefined });
    tell(ended.lines.join('\n'));
    if (ended.failed > 0) broken.add(step.name);
    for (const count of Object.keys(total)) total[count] += ended[count];
    running.delete(step);
  }

  while (waiting.length + running.size > 0) {
    const next = running.size < AT_ONCE ? waiting.findIndex(mayStart) : -1;
    if (next >= 0) {
      const [step] = waiting.splice(next, 1);
      running.set(step, start(step));
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      throw new Error(`${waiting.map(({ name }) => name).join(', ')} wait for each other`);
    }
  }
  return total;
}

async function runStep({ name, about, run }, { long, needed }) {
  const started = performance.now();
  const step = new Step(name);
  if (needed) step.fail(`not run, because ${needed} failed`);
  else await run(step, { long }).catch((error) => step.fail(error.stack));
  if (step.passed + step.failed + step.skipped === 0) step.fail('no test ran');
  await step.end();
  const { passed, failed, skipped } = step;
  const counts = [
    `${passed} ok`,
    ...(failed > 0 ? [`${failed} FAILED (all of it: build/log/${name}.txt)`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${((performance.now() - started) / 1000).toFixed(1)} s`,
  ];
  return { passed, failed, skipped, lines: [`${name}: ${about}`, ...step.said, `  ${counts.join(', ')}`] };
}
