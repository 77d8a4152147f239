// rpc-perf #180, akka-core #1016, netty #744: a delay longer than the wheel, or an exact multiple of its length, a turn early or late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run } from './wheels.mjs';

const TIMEOUTS = [1, 2, 29, 30, 31, 32, 61, 62, 63, 929, 930, 931, 960, 961, 962, 963, 992, 993];

for (const timeout of TIMEOUTS) {
  test(`a timeout of ${timeout} ticks is over on tick ${timeout + 1} after the touch, at each of 31 pointer positions`, () => {
    const { wheel, expired } = manualWheel({ timeout });
    for (let pointer = 0; pointer < 31; pointer++) {
      wheel.touch(pointer);
      assert.equal(run(wheel, timeout), 0, `early, from tick ${wheel.stats().now - timeout}`);
      assert.equal(wheel.tick(), 1, `late, from tick ${wheel.stats().now - timeout - 1}`);
      assert.deepEqual(expired.splice(0), [pointer]);
      while (wheel.stats().pointer !== (pointer + 1) % 31) wheel.tick();
    }
  });

  test(`a timeout of ${timeout} ticks counts from the last touch, at each of 31 pointer positions`, () => {
    const { wheel } = manualWheel({ timeout });
    for (let pointer = 0; pointer < 31; pointer++) {
      wheel.touch(pointer);
      run(wheel, Math.ceil(timeout / 2));
      wheel.touch(pointer);
      assert.equal(run(wheel, timeout), 0);
      assert.equal(wheel.tick(), 1);
      while (wheel.stats().pointer !== (pointer + 1) % 31) wheel.tick();
    }
  });
}

for (const timeout of [29_790, 29_791, 29_792, 172_800]) {
  test(`a timeout of ${timeout} ticks is exact to the tick`, () => {
    const { wheel } = manualWheel({ timeout });
    for (const offset of [0, 1, 30, 29_759]) {
      run(wheel, offset);
      wheel.touch('uid');
      assert.equal(run(wheel, timeout), 0);
      assert.equal(wheel.tick(), 1);
    }
  });
}

test('48 hours at a tick of a second are 172 801 ticks after the touch', () => {
  const { wheel } = manualWheel({ timeout: 48 * 3600 * 1000, tick: 1000 });
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 172_801_000);
  assert.equal(run(wheel, 172_800), 0);
  assert.equal(wheel.remaining('uid'), 1000);
  assert.equal(wheel.tick(), 1);
});

test('netty #13018: with mixed deadlines in one slot each expires at its own', () => {
  const { wheel, expired } = manualWheel();
  const timeouts = [];
  for (let turn = 0; turn < 40; turn++) timeouts.push(30 + 31 * turn, 60 + 31 * turn);
  timeouts.forEach((timeout) => {
    wheel.touch(timeout, { timeout });
  });
  for (let tick = 1; tick <= 1400; tick++) {
    wheel.tick();
    assert.deepEqual(
      expired.splice(0),
      [...new Set(timeouts)].filter((timeout) => timeout + 1 === tick),
    );
  }
  assert.equal(wheel.size, 0);
});

test('every timeout from 1 to 2000 ticks is exact, all in one wheel', () => {
  const { wheel, expired } = manualWheel();
  for (let timeout = 1; timeout <= 2000; timeout++) wheel.touch(timeout, { timeout });
  wheel.tick();
  for (let timeout = 1; timeout <= 2000; timeout++) {
    wheel.tick();
    assert.deepEqual(expired.splice(0), [timeout]);
  }
});
