// ticksToExpiry: ticks until someone could expire; a lower bound, never late (caffeine 7cc9f1f41, tokio #849).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model, seeded } from './model.mjs';
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

for (const longest of [5, 40, 2000, 100_000]) {
  test(`after each of thousands of random operations it is never late (timeouts up to ${longest})`, () => {
    const random = seeded(longest);
    const { wheel } = manualWheel({ timeout: Math.ceil(longest / 2) });
    const model = new Model(Math.ceil(longest / 2));
    wheel.on('expire', (uid) => assert.notEqual(model.delivered(uid), undefined));
    for (let step = 0; step < 4000; step++) {
      const uid = Math.floor(random() * 20);
      const dice = random();
      if (dice < 0.3) {
        const options = random() < 0.5 ? { timeout: 1 + Math.floor(random() * longest) } : {};
        wheel.touch(uid, options);
        model.touch(uid, options);
      } else if (dice < 0.5) {
        wheel.delete(uid);
        model.delete(uid);
      } else {
        const ticks = random() < 0.5 ? 1 : Math.min(wheel.ticksToExpiry ?? 1, 5000);
        for (let i = 0; i < ticks; i++) {
          model.advance(1);
          wheel.tick();
          assert.equal(model.due.size, 0);
        }
      }
      const bound = wheel.ticksToExpiry;
      const truth = model.ticksToExpiry;
      if (truth === undefined) assert.equal(bound, undefined);
      else assert.ok(Number.isInteger(bound) && bound >= 1 && bound <= truth, `${bound}, in truth ${truth}`);
    }
  });
}
