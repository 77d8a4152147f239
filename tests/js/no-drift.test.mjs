// netty #1959: every turn adds a little lateness. Here a turn of 31 ticks takes 31 ticks, after thousands of turns as in the first; and what
// ticks come late by is over with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel } from './wheels.mjs';

const TURNS = 3000;

for (const kind of ['node', 'browser']) {
  test(`${kind}: on a host that is on time each of ${TURNS} turns ends to the ms`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.on('expire', (uid) => wheel.touch(uid));
    wheel.touch('uid');
    host.advance(TURNS * 31_000);
    assert.equal(expired.length, TURNS);
    expired.forEach(({ at }, turn) => {
      assert.equal(at, (turn + 1) * 31_000);
    });
    assert.equal(wheel.stats().lateBy, 0);
  });

  test(`${kind}: a beat that comes every 30 s for ${TURNS} turns never finds its uid expired, and the first that is left out does`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    for (let beat = 0; beat < TURNS; beat++) {
      host.advance(30_000);
      assert.equal(wheel.touch('uid'), false);
    }
    host.advance(30_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.equal(expired.length, 1);
  });

  test(`${kind}: in ${TURNS} turns with ticks that are late at random no silence is longer than a turn and what its own ticks were late by`, (t) => {
    const host = fakeHost(t, { kind });
    const random = seeded(11);
    let late = 0;
    host.lateness = () => {
      // One in ten: what comes late now and then, not a beat that is slow.
      const ms = random() < 0.1 ? Math.floor(random() * 900) : 0;
      late += ms;
      return ms;
    };
    const { wheel, expired } = intervalWheel(host);
    let touchedAt = 0;
    let lateBefore = 0;
    wheel.on('expire', (uid) => {
      const silence = host.time - touchedAt;
      // A call's lateness is drawn when it is armed: the last one before the touch may count for the turn after it.
      assert.ok(silence >= 30_000 && silence <= 31_000 + late - lateBefore + 900, `${silence} ms in turn ${expired.length}`);
      touchedAt = host.time;
      lateBefore = late;
      wheel.touch(uid);
    });
    wheel.on('error', (error) => {
      throw error;
    });
    wheel.touch('uid');
    host.advance(TURNS * 31_000);
    assert.ok(expired.length > TURNS * 0.8);
    host.lateness = () => 0;
    host.advance(70_000);
    expired.length = 0;
    host.advance(310_000);
    assert.equal(expired.length, 10, 'as exact as ever, once the host is on time again');
    for (let turn = 1; turn < 10; turn++) assert.equal(expired[turn].at - expired[turn - 1].at, 31_000);
  });
}
