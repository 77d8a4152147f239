// Contract, line 3: up to 2^31 - 1 ticks exact, whatever ring they start in, and across every wrap of every ring.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel, jumpingWheel } from './wheels.mjs';

const LONGEST = 2 ** 31 - 1;
const EDGES = [31, 31 ** 2, 31 ** 3, 31 ** 4, 31 ** 5, 31 ** 6];
const TIMEOUTS = [
  ...EDGES.flatMap((edge) => [edge - 1, edge, edge + 1, 2 * edge - 1, 2 * edge, 2 * edge + 1]),
  LONGEST - 1,
  LONGEST,
].filter((timeout) => timeout <= LONGEST);

const exactFrom = ({ wheel, jump, expired }, timeout) => {
  wheel.touch('uid', { timeout });
  jump(1);
  assert.equal(wheel.remaining('uid'), timeout);
  assert.equal(jump(timeout - 1), 0, `${timeout} ticks: early`);
  assert.equal(wheel.has('uid'), true);
  if (wheel.has('keeper')) wheel.touch('keeper');
  assert.equal(jump(1), 1, `${timeout} ticks: late`);
  assert.deepEqual(expired.splice(0), ['uid']);
};

test('2^31 - 1 ticks are exact, the last of them by itself', (t) => {
  fakeHost(t);
  exactFrom(jumpingWheel({ timeout: LONGEST }), LONGEST);
});

test('2^31 - 1 ticks are exact in one gap that a single late tick catches up', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { tick: 1, timeout: LONGEST });
  wheel.touch('silent');
  host.advance(1);
  host.block(LONGEST);
  wheel.touch('talking');
  host.advance(0);
  assert.deepEqual(
    expired.map(({ uid }) => uid),
    ['silent'],
  );
  assert.equal(wheel.remaining('talking'), LONGEST);
});

test("every ring's edge, one less and one more, is exact from an empty wheel", (t) => {
  fakeHost(t);
  for (const timeout of TIMEOUTS) exactFrom(jumpingWheel(), timeout);
});

test("every ring's edge is exact from each of 31 pointer positions (nebula #802)", (t) => {
  fakeHost(t);
  for (let pointer = 0; pointer < 31; pointer++) {
    const jumping = jumpingWheel();
    jumping.wheel.touch('keeper', { timeout: LONGEST });
    jumping.jump(pointer + 1);
    for (const timeout of TIMEOUTS) {
      jumping.wheel.touch('keeper');
      exactFrom(jumping, timeout);
      jumping.wheel.touch('keeper');
      jumping.jump(1);
      while (jumping.wheel.stats().pointer !== pointer) jumping.jump(1);
    }
  }
});

test("a wheel whose time stands just below any ring's edge works on", (t) => {
  fakeHost(t);
  for (const edge of EDGES) {
    for (const before of [1, 2, 30, 31, 32]) {
      for (const timeout of [1, 29, 30, 31, 32, 33, 960, 961, 962, LONGEST]) {
        const jumping = jumpingWheel();
        jumping.wheel.touch('keeper', { timeout: LONGEST });
        jumping.jump(edge - before);
        jumping.wheel.delete('keeper');
        exactFrom(jumping, timeout);
      }
    }
  }
});

test('the timeout is exact in whatever pieces its ticks come (agrona #73)', (t) => {
  fakeHost(t);
  const random = seeded(3);
  for (let round = 0; round < 300; round++) {
    const { wheel, jump } = jumpingWheel();
    wheel.touch('keeper', { timeout: LONGEST });
    jump(1 + Math.floor(random() * 31 ** Math.ceil(random() * 6)));
    const timeout = 1 + Math.floor(random() ** 3 * LONGEST);
    wheel.touch('uid', { timeout });
    jump(1);
    let left = timeout;
    while (left > 1) {
      const step = Math.min(left - 1, 1 + Math.floor(random() * 31 ** Math.ceil(random() * 6)));
      wheel.touch('keeper');
      assert.equal(jump(step), 0, `${timeout} ticks: early by ${left - step}`);
      left -= step;
    }
    wheel.touch('keeper');
    assert.equal(jump(1), 1, `${timeout} ticks: late`);
    wheel.close();
  }
});

test('the number of ticks goes on beyond 2^32, and timeouts stay exact', (t) => {
  fakeHost(t);
  const jumping = jumpingWheel();
  for (let total = 0, jumps = 0; jumps < 9; jumps++) {
    jumping.wheel.touch('keeper', { timeout: LONGEST });
    jumping.jump(2 ** 30 + 3);
    total += 2 ** 30 + 3;
    assert.equal(jumping.wheel.stats().now, total);
    for (const timeout of [1, 30, 31, 961, 29_791, LONGEST]) {
      jumping.wheel.touch('keeper');
      exactFrom(jumping, timeout);
      total += timeout + 1;
      jumping.wheel.touch('keeper');
    }
  }
  assert.ok(jumping.wheel.stats().now > 2 ** 33);
});

test('the wrap of 32 bits is crossed at each offset of a deadline', (t) => {
  fakeHost(t);
  for (const before of [1, 2, 15, 30, 31, 32, 100, 961, 1000]) {
    const late = jumpingWheel();
    late.wheel.touch('keeper', { timeout: LONGEST });
    late.jump(LONGEST);
    late.wheel.touch('keeper');
    late.jump(2 ** 31 + 1 - before);
    assert.equal(late.wheel.stats().now, 2 ** 32 - before);
    for (const timeout of [1, 30, 31, 60, 961]) {
      late.wheel.touch('keeper');
      exactFrom(late, timeout);
    }
  }
});

test('a gap of more than 2^32 ticks expires who was silent, and nobody else', (t) => {
  fakeHost(t);
  for (const gap of [2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5, 2 ** 33 + 31, 2 ** 45]) {
    const { wheel, jump, expired } = jumpingWheel({ timeout: LONGEST });
    wheel.touchMany(['silent', 'talking']);
    jump(1);
    wheel.touch('talking');
    assert.equal(jump(gap), 1, `gap of ${gap} ticks`);
    assert.deepEqual(expired, ['silent']);
    assert.equal(wheel.remaining('talking'), LONGEST);
    assert.equal(jump(LONGEST - 1), 0);
    assert.equal(jump(1), 1);
  }
});

test('a thousand gaps of 2^31 - 1 ticks cost no more than who expires', (t) => {
  fakeHost(t);
  const { wheel, jump } = jumpingWheel({ timeout: LONGEST });
  for (let i = 0; i < 1000; i++) {
    wheel.touch('uid');
    assert.equal(jump(LONGEST), 0);
  }
});

// ttlcache #41, zigbee2mqtt #17659: the same fault, a timeout of 30 days that fires after 1 ms.
test("node #19015: no duration of a user reaches the host's timers", (t) => {
  const host = fakeHost(t);
  const durations = [];
  const realSetTimeout = globalThis.setTimeout;
  globalThis.setTimeout = (callback, ms, ...args) => {
    durations.push(ms);
    return realSetTimeout(callback, ms, ...args);
  };
  t.after(() => {
    globalThis.setTimeout = realSetTimeout;
  });
  const { wheel } = intervalWheel(host, { timeout: 30 * 24 * 3600 * 1000 });
  wheel.touch('month');
  wheel.touch('year', { timeout: 365 * 24 * 3600 * 1000 });
  wheel.handle('as long as can be', { timeout: LONGEST * 1000 });
  host.advance(10_000);
  host.block(31 * 24 * 3600 * 1000);
  host.advance(10_000);
  assert.equal(wheel.size, 2);
  assert.deepEqual([...new Set(host.durations)], [1000]);
  assert.deepEqual(
    durations.filter((ms) => ms > 1000),
    [],
  );
});
