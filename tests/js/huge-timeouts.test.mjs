// netty #7760: a huge delay overflows, and fires at once and for ever. Here up to 2³¹−1 ticks are exact; what is longer is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel, manualWheel, run } from './wheels.mjs';

const MOST_TICKS = 2 ** 31 - 1;
const TICKS = [1, 2, 3, 7, 999, 1000, 60_000, 2 ** 31 - 1];

/** The next larger number: the smallest timeout that is too long. */
const justAbove = (number) => {
  const memory = new DataView(new ArrayBuffer(8));
  memory.setFloat64(0, number);
  memory.setBigUint64(0, memory.getBigUint64(0) + 1n);
  return memory.getFloat64(0);
};

const tooLong = (tick) => {
  const longest = tick * MOST_TICKS;
  const powers = [31, 32, 33, 52, 53, 62, 63, 64, 128].map((power) => 2 ** power * tick);
  return [justAbove(longest), longest + tick, ...powers, Number.MAX_SAFE_INTEGER * tick, Number.MAX_VALUE, Number.POSITIVE_INFINITY];
};

for (const tick of TICKS) {
  test(`with a tick of ${tick} ms more than 2³¹−1 ticks are a RangeError that names the longest timeout, wherever they are given`, () => {
    const { wheel } = manualWheel({ tick, timeout: tick });
    const handle = wheel.handle('uid', { value: 'kept' });
    const longest = String(tick * MOST_TICKS);
    const refused = (error) => error instanceof RangeError && error.message.includes('timeout') && error.message.includes(longest);
    for (const timeout of tooLong(tick)) {
      assert.throws(() => new IdleWheel({ tick, timeout }), refused, `${timeout}`);
      for (const uid of ['uid', 'new']) {
        assert.throws(() => wheel.touch(uid, { timeout, value: 'lost' }), refused, `${timeout}`);
        assert.throws(() => wheel.handle(uid, { timeout, value: 'lost' }), refused, `${timeout}`);
      }
    }
    assert.deepEqual([...wheel.entries()], [['uid', 'kept']]);
    assert.equal(wheel.stats().touches, 1);
    assert.equal(run(wheel, 1), 0);
    assert.equal(handle.alive, true);
    assert.equal(run(wheel, 1), 1, 'its own timeout is as it was');
  });

  test(`with a tick of ${tick} ms the longest timeout does not fire at once, nor ever again once it is over`, (t) => {
    const host = fakeHost(t);
    const { wheel, expired } = intervalWheel(host, { tick, timeout: tick * MOST_TICKS });
    wheel.touch('by default');
    wheel.touch('its own', { timeout: tick * MOST_TICKS });
    wheel.touch('a fraction less', { timeout: tick * MOST_TICKS - tick / 2 });
    host.advance(100 * tick);
    assert.deepEqual(expired, []);
    assert.equal(wheel.remaining('by default'), (MOST_TICKS - 99) * tick);
    host.block((MOST_TICKS - 100) * tick);
    host.advance(0);
    assert.deepEqual(expired, []);
    host.advance(tick);
    assert.equal(expired.length, 3);
    host.advance(100 * tick);
    assert.equal(expired.length, 3);
    assert.deepEqual(host.intervals, []);
  });
}

test('who is touched with the longest timeout at every tick never expires, and others come and go in time', () => {
  const { wheel, expired } = manualWheel();
  for (let tick = 0; tick < 2000; tick++) {
    wheel.touch('beats', { timeout: MOST_TICKS });
    if (tick % 62 === 0) wheel.touch(tick);
    wheel.tick();
    assert.deepEqual(expired.splice(0), tick % 62 === 30 ? [tick - 30] : []);
  }
});
