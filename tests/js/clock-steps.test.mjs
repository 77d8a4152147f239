// Contract, line 5; redis #646, timer-wheel 1.0.0: when the clock steps back, the wheel's time goes on from where it was.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  for (const back of [1, 10, 500, 999, 1000, 1001, 60_000, 3_600_000]) {
    for (const phase of [0, 1, 500, 999]) {
      test(`${kind}: a clock that steps back by ${back} ms, ${phase} ms after a tick, costs at most one tick`, (t) => {
        const host = fakeHost(t, { kind, clock: 10_000_000 });
        const { wheel, expired } = intervalWheel(host);
        wheel.touch('uid');
        host.advance(10_000 + phase);
        host.stepClock(-back);
        host.advance(20_000 - phase);
        const { now } = wheel.stats();
        assert.ok(now === 29 || now === 30, `${now} ticks in 30 s`);
        assert.deepEqual(expired, []);
        host.advance(2000);
        assert.equal(expired.length, 1);
        assert.ok(expired[0].at >= 31_000 && expired[0].at <= 32_000, `at ${expired[0].at}`);
        assert.equal(host.calls.setImmediate, 0, 'it is no gap');
      });
    }
  }

  test(`${kind}: a clock that steps back in every tick never makes anyone expire early`, (t) => {
    const host = fakeHost(t, { kind, clock: 1e9 });
    const random = seeded(7);
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    for (let step = 0; step < 25; step++) {
      host.advance(1000);
      host.stepClock(-Math.floor(random() * 100_000));
    }
    assert.deepEqual(expired, []);
    assert.ok(wheel.stats().now <= 25);
  });

  test(`${kind}: a clock below zero, or one that passes zero, is a clock like any other`, (t) => {
    const host = fakeHost(t, { kind, clock: -15_500 });
    const { expired, wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(30_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.equal(expired.length, 1);
  });

  test(`${kind}: a step back forgives nothing and counts nothing with gap 'forgive'`, (t) => {
    const host = fakeHost(t, { kind, clock: 10_000_000 });
    const { wheel, expired } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('uid');
    host.advance(10_000);
    host.stepClock(-3_600_000);
    host.advance(20_000);
    assert.ok(wheel.stats().now >= 29 && wheel.stats().now <= 30);
    host.advance(2000);
    assert.equal(expired.length, 1);
  });
}

test('tick() by the user after a step back counts nothing, and time goes on', (t) => {
  const host = fakeHost(t, { clock: 10_000_000 });
  const { wheel, expired } = intervalWheel(host);
  wheel.touch('uid');
  host.advance(10_000);
  host.stepClock(-3_600_000);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.stats().now, 10);
  host.advance(23_000);
  assert.equal(expired.length, 1);
});

test('the clock option is the clock, and performance.now is not read then', (t) => {
  const host = fakeHost(t);
  let readings = 0;
  const { wheel, expired } = intervalWheel(host, {
    clock: () => {
      readings++;
      return host.time * 2;
    },
  });
  wheel.touch('uid');
  host.advance(15_000);
  assert.equal(wheel.stats().now, 30, 'two seconds a second');
  host.advance(1000);
  assert.equal(expired.length, 1);
  assert.ok(readings > 0);
  assert.equal(host.calls.performanceNow, 0);
});
