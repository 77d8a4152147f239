// libuv #4773, sozu #1354: the host's timer fires a little early. The clock decides, not the number of calls.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

const once = (ms) => {
  let given = false;
  return () => {
    const now = given ? 0 : ms;
    given = true;
    return now;
  };
};

for (const kind of ['node', 'browser']) {
  for (const [tick, early] of [
    [1000, 0.1],
    [1000, 0.5],
    [1000, 1],
    [20, 1],
    [10, 1],
    [5, 0.5],
    [1, 0.1],
  ]) {
    test(`${kind}: a call ${early} ms early counts as on time at a tick of ${tick} ms`, (t) => {
      const host = fakeHost(t, { kind });
      host.lateness = once(-early);
      const { wheel } = intervalWheel(host, { tick });
      wheel.touch('uid');
      host.advance(tick - early / 2);
      assert.equal(wheel.stats().now, 1);
      assert.equal(wheel.stats().lateBy, 0);
    });
  }

  for (const [tick, early] of [
    [1000, 1.5],
    [1000, 50],
    [1000, 999],
    [20, 1.5],
    [5, 0.75],
    [1, 0.25],
  ]) {
    test(`${kind}: a call ${early} ms early counts nothing at a tick of ${tick} ms, and the ticks go on`, (t) => {
      const host = fakeHost(t, { kind });
      host.lateness = once(-early);
      const { wheel, expired } = intervalWheel(host, { tick, timeout: 30 * tick });
      wheel.touch('uid');
      host.advance(tick - early / 2);
      assert.equal(wheel.stats().now, 0);
      host.advance(30 * tick);
      assert.deepEqual(expired, []);
      host.advance(3 * tick);
      assert.equal(expired.length, 1);
    });
  }
}

for (const kind of ['node', 'browser']) {
  for (const early of [1.5, 50, 500, 999]) {
    test(`${kind}: after a call ${early} ms early the tick comes when it is due, and none is lost`, (t) => {
      const host = fakeHost(t, { kind });
      host.lateness = once(-early);
      const { wheel, expired } = intervalWheel(host);
      wheel.touch('uid');
      // Hosts' timers take whole ms.
      host.advance(1001);
      assert.equal(wheel.stats().now, 1);
      host.advance(29_010);
      assert.equal(wheel.stats().now, 30);
      assert.deepEqual(expired, []);
      host.advance(1000);
      assert.equal(expired.length, 1);
      assert.deepEqual(host.intervals, []);
    });
  }
}

test('calls that are each early, on a beat, make every tick and no more', (t) => {
  const host = fakeHost(t, { kind: 'browser' });
  host.lateness = () => -0.75;
  const { wheel, expired } = intervalWheel(host);
  wheel.touch('uid');
  host.advance(30_000);
  assert.equal(wheel.stats().now, 30);
  host.advance(999);
  assert.deepEqual(expired, []);
  host.advance(1);
  assert.equal(expired.length, 1);
});

for (const kind of ['node', 'browser']) {
  test(`${kind}: calls that are each early by half a ms don't add up, in ten thousand ticks`, (t) => {
    const host = fakeHost(t, { kind });
    host.lateness = () => -0.5;
    const { wheel } = intervalWheel(host, { timeout: 1e9 });
    wheel.touch('uid');
    let most = 0;
    host.advance(10_000_000, () => {
      most = Math.max(most, wheel.stats().now * 1000 - host.time);
    });
    assert.ok(most <= 1, `${most} ms ahead of the clock`);
  });

  test(`${kind}: with a host that is always early nobody expires early`, (t) => {
    const host = fakeHost(t, { kind });
    host.lateness = () => -0.9;
    const { wheel, expired } = intervalWheel(host);
    for (let uid = 0; uid < 200; uid++) {
      wheel.touch(uid);
      host.advance(777.7);
    }
    host.advance(60_000);
    assert.equal(expired.length, 200);
    for (const { uid, at } of expired) assert.ok(at - uid * 777.7 >= 30_000 - 1.001, `${uid} silent for ${at - uid * 777.7} ms`);
  });

  test(`${kind}: a host that calls ten times too often makes no more ticks`, (t) => {
    const host = fakeHost(t, { kind });
    const real = globalThis.setInterval;
    globalThis.setInterval = (callback, ms) => real(callback, ms / 10);
    t.after(() => {
      globalThis.setInterval = real;
    });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(30_000);
    assert.deepEqual(expired, []);
    assert.ok(wheel.stats().now <= 30);
    host.advance(1200);
    assert.equal(expired.length, 1);
  });
}
