// Contract, line 1: silence at expiry lies between T and T + tick, for every phase of the touch.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel } from './wheels.mjs';

const PHASES = [0, 0.1, 1, 250, 499.5, 500, 750, 999, 999.9];

for (const kind of ['node', 'browser']) {
  for (const phase of PHASES) {
    test(`${kind}: touched ${phase} ms after a tick, it was silent for 30 to 31 s when it expires`, (t) => {
      const host = fakeHost(t, { kind });
      for (let pointer = 0; pointer < 31; pointer++) {
        const { wheel, expired } = intervalWheel(host);
        wheel.touch('first, to start the ticks');
        host.advance(pointer * 1000 + phase);
        wheel.touch('uid');
        const touchedAt = host.time;
        host.advance(40_000);
        const { at } = expired.find(({ uid }) => uid === 'uid');
        const silence = at - touchedAt;
        assert.ok(silence >= 30_000 && silence <= 31_000, `silent for ${silence} ms at pointer ${pointer}`);
        wheel.close();
      }
    });

    test(`${kind}: the same, touched again ${phase} ms after a tick`, (t) => {
      const host = fakeHost(t, { kind });
      const { wheel, expired } = intervalWheel(host);
      wheel.touch('uid');
      host.advance(17_000 + phase);
      wheel.touch('uid');
      const touchedAt = host.time;
      host.advance(40_000);
      const silence = expired[0].at - touchedAt;
      assert.ok(silence >= 30_000 && silence <= 31_000, `silent for ${silence} ms`);
    });
  }

  test(`${kind}: the first uid, which starts the ticks, is silent for 31 s`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(30_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.deepEqual(expired, [{ uid: 'uid', at: 31_000 }]);
  });

  test(`${kind}: with ticks that come late at random, it is never early, and late by no more than they were`, (t) => {
    const random = seeded(1);
    for (let round = 0; round < 100; round++) {
      const host = fakeHost(t, { kind });
      let lateness = 0;
      host.lateness = () => {
        const ms = Math.floor(random() * 400);
        lateness += ms;
        return ms;
      };
      const { wheel, expired } = intervalWheel(host, { timeout: 5000 });
      wheel.touch('first, to start the ticks');
      host.advance(random() * 4000);
      wheel.touch('uid');
      const touchedAt = host.time;
      lateness = 400;
      host.advance(20_000, () => {
        if (expired.some(({ uid }) => uid === 'uid')) host.lateness = () => 0;
      });
      const silence = expired.find(({ uid }) => uid === 'uid').at - touchedAt;
      assert.ok(silence >= 5000, `silent for ${silence} ms only`);
      assert.ok(silence <= 6000 + lateness, `silent for ${silence} ms, the ticks were late by ${lateness} ms`);
      wheel.close();
    }
  });
}

test('a timeout that is no multiple of the tick is rounded up to whole ticks', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { timeout: 1500.5 });
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 3000);
  host.advance(2999);
  assert.deepEqual(expired, []);
  host.advance(1);
  assert.equal(expired.length, 1);
});

test('a timeout of one tick expires after one to two ticks', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { timeout: 1000 });
  wheel.touch('first');
  host.advance(600);
  wheel.touch('second');
  host.advance(1399);
  assert.deepEqual(expired, []);
  host.advance(1);
  assert.deepEqual(expired.map(({ uid }) => uid).sort(), ['first', 'second']);
});
