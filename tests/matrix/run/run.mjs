// Runs a case at each of its hosts.

import { NotRun } from './outcome.mjs';
import { Project } from './project.mjs';

/** The hosts of a case; `undefined` is the machine itself. */
export const hostsOf = ({ hosts = [undefined] }) => hosts;

/** A function that runs the case at a host, its project prepared at the first. */
export function runner(one) {
  let project;
  const prepare = async () => {
    const made = new Project(one);
    await one.prepare?.(made);
    return made;
  };
  return async (host) => {
    // So that what is missing is told as that, and not as how its absence shows.
    one.version?.();
    project ??= prepare();
    await one.run(await project, host);
  };
}

/** `progress(case, host, result)` after each: `passed`, `failed` or `not run`, and why. */
export async function runAll(cases, progress) {
  const results = [];
  for (const one of cases) {
    const run = runner(one);
    for (const host of hostsOf(one)) {
      const result = { case: one, host, ...(await outcome(() => run(host))) };
      progress(result);
      results.push(result);
    }
  }
  return results;
}

/** How it ends, how long that took, and why if not well. */
export async function outcome(run) {
  const started = performance.now();
  const after = () => (performance.now() - started) / 1000;
  try {
    await run();
    return { outcome: 'passed', seconds: after() };
  } catch (error) {
    const why = error instanceof NotRun ? 'not run' : 'failed';
    return { outcome: why, seconds: after(), reason: error instanceof Error ? error.message : String(error) };
  }
}
