// ticksToExpiry: ticks until someone could expire; a lower bound, never late (caffeine 7cc9f1f41, tokio #849).
// After any operations at all: tests/model/.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run } from './wheels.mjs';

test('nobody here: undefined', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.ticksToExpiry, undefined);
  wheel.touch('uid');
  wheel.delete('uid');
  assert.equal(wheel.ticksToExpiry, undefined);
  wheel.touch('uid');
  run(wheel, 31);
  assert.equal(wheel.ticksToExpiry, undefined);
});

test('it is a whole number from 1 and no more than what the first to expire has left', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  for (let left = 31; left > 0; left--) {
    const bound = wheel.ticksToExpiry;
    assert.ok(Number.isInteger(bound) && bound >= 1 && bound <= left, `${bound} with ${left} left`);
    wheel.tick();
  }
});

test('a shorter timeout brings it forward at once', () => {
  const { wheel } = manualWheel({ timeout: 100_000 });
  wheel.touch('uid');
  wheel.touch('short', { timeout: 3 });
  assert.ok(wheel.ticksToExpiry <= 4);
  wheel.tick();
  wheel.touch('uid', { timeout: 1 });
  assert.ok(wheel.ticksToExpiry <= 2);
});

test('sleeping for as long as it says, one comes to each expiry in a number of steps that no timeout multiplies', () => {
  for (const timeout of [1, 30, 31, 961, 29_791, 1_000_000]) {
    const { wheel } = manualWheel({ timeout });
    wheel.touch('uid');
    let steps = 0;
    let expired = 0;
    while (expired === 0) {
      const bound = wheel.ticksToExpiry;
      assert.equal(run(wheel, bound - 1), 0, 'never late');
      expired = wheel.tick();
      steps++;
    }
    assert.ok(steps <= 8, `${steps} steps for a timeout of ${timeout}`);
  }
});
