import { test } from 'node:test';
import fc from 'fast-check';
import { ManualTime } from './manual.ts';
import { Naive } from './naive.ts';
import { operation, reactions, type Setup, setup, type Value } from './operations.ts';
import { Pair } from './pair.ts';
import { holds } from './property.ts';

interface ManualSetup extends Setup {
  tick: number;
}

const tick = fc.constantFrom(1, 3, 1000);
const inCallbacks = operation(3);

function run({ tick, ...setup }: ManualSetup): Promise<void> {
  const model = new Naive<Value>(setup.timeout.ticks, setup.maxUids);
  return new Pair(setup, model, new ManualTime(tick, model)).play(setup.steps);
}

test('driver manual: whatever is done, in callbacks too, the wheel says what the model says', () =>
  holds(4000, fc.record({ tick, ...setup(operation(1100), reactions(inCallbacks, 8), 60) }), run));

test('driver manual: the same after thousands of operations', () =>
  holds(12, fc.record({ tick, ...setup(operation(40), reactions(inCallbacks, 500), 4000) }), run));
