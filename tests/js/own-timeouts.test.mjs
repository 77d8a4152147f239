// A timeout given on a touch stays that uid's own until another is given or the uid is gone; a shorter one is filed at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run } from './wheels.mjs';

for (const own of [1, 5, 29, 31, 500, 961, 5000]) {
  test(`a uid with a timeout of ${own} of its own expires after it, and another uid after the wheel's`, () => {
    const { wheel, expired } = manualWheel();
    wheel.touch('own', { timeout: own });
    wheel.touch('other');
    assert.equal(wheel.remaining('own'), own + 1);
    assert.equal(wheel.remaining('other'), 31);
    run(wheel, Math.min(own, 30));
    assert.deepEqual(expired, []);
    const first = own < 30 ? 'own' : 'other';
    wheel.tick();
    assert.deepEqual(expired, [first]);
    run(wheel, Math.abs(own - 30));
    assert.deepEqual(expired, [first, first === 'own' ? 'other' : 'own']);
  });

  test(`a timeout of ${own} stays with the uid when it is touched again without one`, () => {
    const { wheel } = manualWheel();
    wheel.touch('uid', { timeout: own });
    wheel.tick();
    wheel.touch('uid');
    wheel.touchMany(['uid']);
    wheel.handle('uid').touch();
    wheel.touch('uid', { value: undefined });
    wheel.touch('uid', { timeout: undefined });
    assert.equal(run(wheel, own), 0);
    assert.equal(wheel.tick(), 1);
  });

  for (const pointer of [0, 1, 15, 30]) {
    test(`a timeout changed to ${own} in mid-life counts from that touch (pointer ${pointer})`, () => {
      for (const before of [1, 30, 962, 40_000]) {
        for (const age of [0, 1, 17]) {
          if (age > before) continue;
          const { wheel } = manualWheel();
          run(wheel, pointer);
          wheel.touch('uid', { timeout: before });
          run(wheel, age);
          wheel.touch('uid', { timeout: own });
          assert.equal(wheel.remaining('uid'), own + 1);
          assert.equal(run(wheel, own), 0, `from ${before}, at the age of ${age}`);
          assert.equal(wheel.tick(), 1, `from ${before}, at the age of ${age}`);
        }
      }
    });
  }
}

test('a shorter timeout is filed at once, in the same tick as the longer one', () => {
  const { wheel } = manualWheel({ timeout: 2 ** 31 - 1 });
  wheel.touch('uid');
  run(wheel, 100);
  wheel.touch('uid');
  wheel.touch('uid', { timeout: 2 });
  assert.equal(wheel.ticksToExpiry <= 3, true);
  assert.equal(run(wheel, 2), 0);
  assert.equal(wheel.tick(), 1);
});

test('a timeout made shorter and longer again within one tick is the last one given', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid', { timeout: 100 });
  wheel.touch('uid', { timeout: 3 });
  wheel.touch('uid', { timeout: 50 });
  assert.equal(run(wheel, 50), 0);
  assert.equal(wheel.tick(), 1);
});

test("a uid that expired and comes back has the wheel's own timeout", () => {
  const { wheel } = manualWheel();
  wheel.touch('uid', { timeout: 3 });
  run(wheel, 4);
  assert.equal(wheel.touch('uid'), true);
  assert.equal(wheel.remaining('uid'), 31);
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
});

test("a uid that was deleted and comes back has the wheel's own timeout", () => {
  const { wheel } = manualWheel();
  wheel.touch('uid', { timeout: 3 });
  wheel.delete('uid');
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 31);
});

test("after clear() everyone starts with the wheel's own timeout", () => {
  const { wheel } = manualWheel();
  wheel.touch('uid', { timeout: 3 });
  wheel.clear();
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 31);
});

test('handle() gives a timeout as touch() does', () => {
  const { wheel } = manualWheel();
  const handle = wheel.handle('uid', { timeout: 3 });
  assert.equal(wheel.remaining('uid'), 4);
  handle.touch();
  assert.equal(run(wheel, 3), 0);
  assert.equal(wheel.tick(), 1);
});

test("a uid's own timeout may be shorter than the wheel's and than none other: one tick", () => {
  const { wheel } = manualWheel({ timeout: 3000, tick: 1000 });
  wheel.touch('uid', { timeout: 1000 });
  assert.equal(wheel.remaining('uid'), 2000);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.tick(), 1);
});

test("a uid's own timeout is rounded up to whole ticks", () => {
  const { wheel } = manualWheel({ timeout: 3000, tick: 1000 });
  wheel.touch('uid', { timeout: 1000.25 });
  assert.equal(wheel.remaining('uid'), 3000);
});
