// agrona #73: polling at an odd cadence drops timers. go-zero #3619, camunda #767: missed ticks are never caught up. Here any cadence of calls
// gives the same expiries: each uid on the first call at or after its deadline, and once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel, jumpingWheel } from './wheels.mjs';

const LAST = 4000;
/** Ticks; every length of ring and its neighbours among them. */
const timeouts = Array.from({ length: LAST }, (_, i) => 1 + i);

const CADENCES = {
  'every tick': () => 1,
  ...Object.fromEntries([2, 3, 7, 29, 30, 31, 32, 33, 61, 62, 63, 960, 961, 962, 1999].map((n) => [`every ${n} ticks`, () => n])),
  'longer and longer': (call) => call,
  'now one tick, now 31': (call) => (call % 2 ? 1 : 31),
  'bursts and pauses': (call) => (call % 10 ? 1 : 500),
  random: (_, random) => 1 + Math.floor(random() ** 4 * 1000),
  'all at once': () => 2 * LAST,
};

for (const [name, ticks] of Object.entries(CADENCES)) {
  test(`tick() called ${name}: each uid expires on the first call at or after its deadline`, (t) => {
    fakeHost(t);
    const random = seeded(17);
    const { wheel, expired, jump } = jumpingWheel();
    for (const timeout of timeouts) wheel.touch(timeout, { timeout });
    // The first tick by itself: the touches count from there.
    jump(1);
    let left = timeouts;
    let now = 0;
    for (let call = 1; left.length > 0; call++) {
      const step = ticks(call, random);
      now += step;
      const due = left.filter((timeout) => timeout <= now);
      left = left.slice(due.length);
      assert.equal(jump(step), due.length);
      assert.deepEqual(expired.splice(0), due, 'in the order of their deadlines');
      assert.equal(wheel.size, left.length);
    }
    assert.equal(wheel.stats().expired, LAST);
  });

  test(`an interval that comes ${name}: each uid expires at the first call at or after its deadline`, (t) => {
    const random = seeded(17);
    const host = fakeHost(t);
    const { wheel, expired } = intervalWheel(host);
    for (let timeout = 1; timeout <= 500; timeout++) wheel.touch(timeout, { timeout: timeout * 1000 });
    host.advance(1000);
    for (let call = 1; wheel.size > 0; call++) {
      host.block(ticks(call, random) * 1000);
      host.advance(0);
      const due = Math.floor(host.time / 1000) - 1;
      assert.equal(wheel.size, Math.max(0, 500 - due), `at ${host.time} ms`);
    }
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      timeouts.slice(0, 500),
    );
  });
}

for (const most of [1, 10, 400, 999, 1000, 1001, 2500, 40_000]) {
  test(`tick() called every 1 to ${most} ms: each uid expires on the first call at or after its deadline`, (t) => {
    fakeHost(t);
    const random = seeded(most);
    let clock = 0;
    const { wheel, expired } = polled(() => clock);
    clock = 1000;
    wheel.tick();
    while (wheel.size > 0) {
      clock += 1 + Math.floor(random() * most);
      wheel.tick();
      const { now } = wheel.stats();
      assert.equal(wheel.size, Math.max(0, 200 - (now - 1)), `at ${clock} ms`);
      // A call may be 1 ms early. What one is late by is not made up, so each costs less than the pause before it.
      assert.ok(1000 * now <= clock + 1, `${now} ticks in ${clock} ms`);
      assert.ok((1000 + Math.min(most, 1000)) * (now + 1) >= clock, `${now} ticks in ${clock} ms`);
    }
    assert.deepEqual(expired, timeouts.slice(0, 200));
  });
}

const polled = (clock) => {
  const expired = [];
  const wheel = new IdleWheel({ clock, onExpire: (uid) => expired.push(uid) });
  for (let timeout = 1; timeout <= 200; timeout++) wheel.touch(timeout, { timeout: timeout * 1000 });
  return { wheel, expired };
};
