// How often a property is tried, and how one failure is tried again: it prints its seed and its path.

import fc from 'fast-check';

const setting = (name: string): string | undefined => process.env[name];

const LIMIT_MS = 300_000;

/** MODEL_TIMES: so many times as many runs. MODEL_SEED and MODEL_PATH, with --test-name-pattern: the failure to see again. */
export function holds<T>(runs: number, arbitrary: fc.Arbitrary<T>, property: (value: T) => Promise<void>): Promise<void> {
  const times = Number(setting('MODEL_TIMES') ?? 1);
  const seed = setting('MODEL_SEED');
  const path = setting('MODEL_PATH');
  return fc.assert(fc.asyncProperty(arbitrary, property), {
    numRuns: Math.ceil(runs * times),
    // To make a failure of thousands of operations small can take hours.
    plugins: [fc.interruptAfterTimeLimit(LIMIT_MS * Math.max(1, times), { failOnInterrupt: true })],
    includeErrorInReport: true,
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(path === undefined ? {} : { path }),
  });
}
