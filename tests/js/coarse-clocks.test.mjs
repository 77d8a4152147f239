// undici #1976: the coarse clock is stale under load, and timers fire early. Here nobody expires early, by whatever clock: a touch reads none, and
// a tick is never shorter than a tick of the clock that is read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel } from './wheels.mjs';

/** Whoever is touched at random times, by a clock of the host's time; how long each was silent, by the host's time and by the clock. */
const silences = (host, makeClock, random) => {
  const clock = makeClock(host);
  const { wheel, expired } = intervalWheel(host, { clock });
  wheel.on('expire', () => {
    expired.at(-1).clock = clock();
  });
  const touched = new Map();
  for (let uid = 0; uid < 300; uid++) {
    wheel.touch(uid);
    touched.set(uid, { at: host.time, clock: clock() });
    host.advance(random() * 1500);
  }
  host.advance(60_000);
  assert.equal(expired.length, 300);
  return expired.map(({ uid, at, clock }) => ({ uid, ms: at - touched.get(uid).at, byClock: clock - touched.get(uid).clock }));
};

for (const kind of ['node', 'browser']) {
  for (const grain of [1, 4, 15.625, 50, 100, 500, 999, 1000, 2500]) {
    test(`${kind}: by a clock that moves in steps of ${grain} ms nobody expires early, and ticks are not lost`, (t) => {
      const host = fakeHost(t, { kind });
      for (const { uid, ms, byClock } of silences(host, () => () => Math.floor(host.time / grain) * grain, seeded(grain))) {
        assert.ok(byClock >= 30_000 - 1, `${uid} was silent for ${byClock} ms by the clock`);
        // The clock itself is wrong by up to a step.
        assert.ok(ms >= 30_000 - 1 - grain, `${uid} was silent for ${ms} ms`);
        assert.ok(ms <= 32_000 + 31 * Math.min(grain, 1000), `${uid} was silent for ${ms} ms`);
      }
    });
  }

  for (const load of [10, 300, 900, 3000]) {
    test(`${kind}: by a clock that is read once a turn, and turns that last up to ${load} ms, nobody expires early`, (t) => {
      const host = fakeHost(t, { kind });
      const random = seeded(load);
      // As a loop's own time: it is what it was when the turn began, which may be long ago.
      let stale = 0;
      host.lateness = () => random() * load;
      const makeClock = () => () => {
        if (host.time - stale > random() * load) stale = host.time;
        return stale;
      };
      for (const { uid, ms, byClock } of silences(host, makeClock, random)) {
        assert.ok(byClock >= 30_000 - 1, `${uid} was silent for ${byClock} ms by the clock`);
        assert.ok(ms >= 30_000 - 1 - load, `${uid} was silent for ${ms} ms, and the clock was stale by no more than ${load}`);
      }
    });
  }
}

test('a clock that stands still expires nobody, and goes on where it stood', (t) => {
  const host = fakeHost(t);
  let clock = 5000;
  const { wheel, expired } = intervalWheel(host, { clock: () => clock });
  wheel.touch('uid');
  host.advance(3_600_000);
  assert.equal(wheel.stats().now, 0);
  assert.deepEqual(expired, []);
  for (let tick = 0; tick < 30; tick++) {
    clock += 1000;
    host.advance(1000);
  }
  assert.deepEqual(expired, []);
  clock += 1000;
  host.advance(1000);
  assert.equal(expired.length, 1);
});
