// Contract, line 8; node #47724, vxsuite #5532: performance.now() stands still while the machine sleeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

const NIGHT = 8 * 3600 * 1000;

for (const kind of ['node', 'browser']) {
  test(`${kind}: with countSleep a night of sleep is a gap, after which the silent expire`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { countSleep: true });
    wheel.touch('uid');
    host.advance(10_000);
    host.stepWall(NIGHT);
    host.advance(1000);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['uid'],
    );
    assert.equal(host.calls.setImmediate, 1, 'after one turn of the loop');
    assert.equal(wheel.stats().now, 10 + NIGHT / 1000 + 1);
  });

  test(`${kind}: who is touched in the turn after the sleep stays`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { countSleep: true });
    wheel.touch('uid');
    host.advance(10_000);
    host.stepWall(NIGHT);
    host.block(1000);
    host.runTimers();
    assert.deepEqual(expired, []);
    wheel.touch('uid');
    host.runImmediates();
    assert.deepEqual(expired, []);
    assert.equal(wheel.remaining('uid'), 30_000);
  });

  test(`${kind}: with countSleep and gap 'forgive' the sleep is one tick`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { countSleep: true, gap: 'forgive' });
    wheel.touch('uid');
    host.advance(10_000);
    host.stepWall(NIGHT);
    host.advance(1000);
    assert.deepEqual(expired, []);
    assert.equal(wheel.remaining('uid'), 20_000);
  });

  test(`${kind}: the next tick after a sleep comes a whole tick later, and counts one`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host, { countSleep: true, timeout: 10 * NIGHT });
    wheel.touch('uid');
    host.advance(10_000);
    host.stepWall(NIGHT);
    host.advance(1000);
    const { now } = wheel.stats();
    host.advance(999);
    assert.equal(wheel.stats().now, now);
    host.advance(1);
    assert.equal(wheel.stats().now, now + 1);
  });

  test(`${kind}: without countSleep a wall clock that jumps ahead expires nobody (most #452, opentui #829)`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(10_000);
    host.stepWall(NIGHT);
    host.advance(20_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.equal(expired.length, 1);
    assert.equal(wheel.size, 0);
  });
}

test('a gain of 5 s and a tick is no sleep; one ms more is', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { countSleep: true, timeout: 600_000 });
  wheel.touch('uid');
  host.advance(1000);
  host.stepWall(6000);
  host.advance(1000);
  assert.equal(wheel.stats().now, 2);
  assert.equal(host.calls.setImmediate, 0);
  host.stepWall(6001);
  host.advance(1000);
  assert.equal(wheel.stats().now, 2 + 7);
  assert.equal(host.calls.setImmediate, 1);
});

test("the threshold has the wheel's own tick in it", (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { countSleep: true, tick: 100, timeout: 600_000 });
  wheel.touch('uid');
  host.advance(100);
  host.stepWall(5100);
  host.advance(100);
  assert.equal(wheel.stats().now, 2);
  host.stepWall(5101);
  host.advance(100);
  assert.equal(wheel.stats().now, 2 + 52);
});

test("gains below the threshold are compared with the tick before and don't add up", (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true });
  wheel.touch('uid');
  for (let tick = 0; tick < 30; tick++) {
    host.stepWall(5000);
    host.advance(1000);
  }
  assert.deepEqual(expired, []);
  assert.equal(wheel.stats().now, 30);
});

test('a sleep while the wheel is empty is no gap for who comes after it', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true });
  wheel.touch('uid');
  host.advance(31_000);
  assert.equal(expired.length, 1);
  host.stepWall(NIGHT);
  wheel.touch('uid');
  host.advance(30_999);
  assert.equal(expired.length, 1);
  host.advance(1);
  assert.equal(expired.length, 2);
});

test('with countSleep a wall clock set back is no gap and loses no tick', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true });
  wheel.touch('uid');
  host.advance(10_000);
  host.stepWall(-NIGHT);
  host.advance(20_999);
  assert.equal(wheel.stats().now, 30);
  assert.deepEqual(expired, []);
  host.advance(1);
  assert.equal(expired.length, 1);
});

test('a wall clock set back and forth again by the same is compared with the tick before each time', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true, timeout: 600_000 });
  wheel.touch('uid');
  host.advance(1000);
  host.stepWall(-NIGHT);
  host.stepWall(NIGHT);
  host.advance(1000);
  assert.equal(wheel.stats().now, 2);
  assert.deepEqual(expired, []);
});

test('a blocked loop is counted once, not as sleep on top', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { countSleep: true, timeout: 600_000 });
  wheel.touch('uid');
  host.advance(1000);
  host.block(60_000);
  host.advance(0);
  assert.equal(wheel.stats().now, 61);
});

test('a tick by the user sees the sleep too', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true });
  wheel.touch('uid');
  host.advance(10_000);
  host.stepWall(NIGHT);
  assert.equal(wheel.tick(), 1);
  assert.equal(expired.length, 1);
});

test('the wall clock is read only with countSleep', (t) => {
  const host = fakeHost(t);
  const without = intervalWheel(host);
  without.wheel.touch('uid');
  host.advance(40_000);
  assert.equal(host.calls.dateNow, 0);
  const withIt = intervalWheel(host, { countSleep: true });
  withIt.wheel.touch('uid');
  host.advance(40_000);
  assert.ok(host.calls.dateNow > 0);
});
