import { test } from 'node:test';
import fc from 'fast-check';
import { type IntervalSetup, IntervalTime } from './interval.ts';
import { Naive } from './naive.ts';
import { movement, operation, reactions, type Setup, setup, standstill, type Value } from './operations.ts';
import { Pair } from './pair.ts';
import { holds } from './property.ts';

const host = {
  kind: fc.constantFrom('node', 'browser'),
  clock: fc.constantFrom(0, -1000, 2 ** 31 - 1000, 2 ** 32 - 1000),
  tick: fc.constantFrom(1, 2, 7, 10, 100, 1000),
  gap: fc.constantFrom('count', 'forgive'),
  countSleep: fc.boolean(),
  maxPerTurn: fc.constantFrom(1, 2, 3, 10_000),
} as const;
const inCallbacks = fc.oneof({ weight: 8, arbitrary: operation(3) }, { weight: 1, arbitrary: standstill });
const steps = fc.oneof({ weight: 3, arbitrary: operation(3) }, { weight: 2, arbitrary: movement });

async function run(setup: Setup & IntervalSetup): Promise<void> {
  const model = new Naive<Value>(setup.timeout.ticks, setup.maxUids);
  const time = new IntervalTime(setup, model);
  const uninstall = time.host.install();
  try {
    await new Pair(setup, model, time).play(setup.steps);
  } finally {
    uninstall();
  }
}

test('driver interval: whatever is done, and whatever time does, the wheel says what the model says', () =>
  holds(6000, fc.record({ ...host, ...setup(steps, reactions(inCallbacks, 8), 60) }), run));

test('driver interval: the same after thousands of operations', () =>
  holds(12, fc.record({ ...host, ...setup(steps, reactions(inCallbacks, 500), 4000) }), run));
