// node #22149, Cronicle #108: all timers stop after 24.8 days of uptime. A clock that starts just below any number at which numbers have been
// known to end, and a wheel whose own time does, work on: many ticks across each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { seeded } from './seeded.mjs';
import { intervalWheel, jumpingWheel } from './wheels.mjs';

const LONGEST = 2 ** 31 - 1;
const RINGS = [1, 2, 3, 4, 5, 6];

/** In ms of the host's clock. */
const CLOCKS = {
  '0 ms': 0,
  '2³¹ ms': 2 ** 31,
  '2³² ms': 2 ** 32,
  '2⁵³ ms': 2 ** 53,
  '2³¹ s': 2 ** 31 * 1000,
  '−2³¹ ms': -(2 ** 31),
  ...Object.fromEntries(RINGS.map((ring) => [`31^${ring} s`, 31 ** ring * 1000])),
};

for (const kind of ['node', 'browser']) {
  for (const [name, edge] of Object.entries(CLOCKS)) {
    for (const option of [false, true]) {
      test(`${kind}: ${option ? 'a clock option' : "the host's clock"} that passes ${name} in the midst of a hundred ticks changes nothing`, (t) => {
        const start = edge - 50_000;
        const host = fakeHost(t, { kind, clock: option ? 0 : start });
        const { wheel, expired } = intervalWheel(host, option ? { clock: () => start + host.time } : {});
        const touched = new Map();
        // Even ms: beyond 2⁵³ there are no odd ones.
        for (let uid = 0; uid < 100; uid++) {
          wheel.touch(uid);
          touched.set(uid, host.time);
          host.advance(998);
        }
        host.advance(40_000);
        assert.equal(expired.length, 100);
        for (const { uid, at } of expired) {
          const silence = at - touched.get(uid);
          assert.ok(silence >= 30_000 && silence <= 31_000, `${uid} was silent for ${silence} ms`);
        }
        assert.equal(wheel.stats().lateBy, 0);
        assert.deepEqual(host.intervals, [], 'nobody is here');
      });
    }
  }
}

const TICKS = { ...Object.fromEntries(RINGS.map((ring) => [`31^${ring}`, 31 ** ring])), '2³¹': 2 ** 31, '2³²': 2 ** 32 };

/** Ticks to `target` in as many pieces as it takes, with somebody here so that time goes on. */
const jumpTo = ({ wheel, jump }, target) => {
  for (;;) {
    const left = target - wheel.stats().now;
    if (left <= 0) break;
    wheel.touch('keeper', { timeout: LONGEST });
    jump(Math.min(left, LONGEST));
  }
  wheel.delete('keeper');
};

for (const [name, edge] of Object.entries(TICKS)) {
  for (const before of [2, 31, 962].filter((ticks) => ticks < edge)) {
    test(`a wheel ${before} ticks before its tick ${name} goes on tick by tick, each uid on its own`, (t) => {
      fakeHost(t);
      const random = seeded(before);
      const jumping = jumpingWheel();
      const { wheel, expired, jump } = jumping;
      jumpTo(jumping, edge - before);
      const deadlines = new Map();
      for (let tick = wheel.stats().now; tick < edge + 1100; tick++) {
        for (const uid of [tick % 7, `uid${tick % 200}`]) {
          const timeout = 1 + Math.floor(random() ** 3 * 1000);
          wheel.touch(uid, { timeout });
          deadlines.set(uid, tick + 1 + timeout);
        }
        const due = [...deadlines].filter(([, deadline]) => deadline === tick + 1).map(([uid]) => uid);
        for (const uid of due) deadlines.delete(uid);
        assert.equal(jump(1), due.length, `tick ${tick + 1}`);
        assert.deepEqual(expired.splice(0).map(String).sort(), due.map(String).sort());
        assert.equal(wheel.stats().now, tick + 1);
        assert.equal(wheel.size, deadlines.size);
      }
    });
  }
}

test('nebula #802: the longest timeout is exact from each slot of each ring', (t) => {
  fakeHost(t);
  const jumping = jumpingWheel({ timeout: LONGEST });
  const { wheel, jump } = jumping;
  for (const ring of [0, ...RINGS]) {
    const span = 31 ** ring;
    const turn = 31 * span;
    for (let slot = 0; slot < 31; slot++) {
      // The last tick of the slot's span: with the next one the pointer of this ring moves on, and those of the rings below begin anew.
      const place = slot * span + span - 1;
      const { now } = wheel.stats();
      jumpTo(jumping, now + ((place - (now % turn) + turn) % turn));
      assert.equal(wheel.stats().now % turn, place);
      wheel.touch('uid');
      jump(1);
      assert.equal(wheel.remaining('uid'), LONGEST);
      assert.equal(jump(LONGEST - 1), 0, `ring ${ring}, slot ${slot}: early`);
      wheel.touch('keeper');
      assert.equal(jump(1), 1, `ring ${ring}, slot ${slot}: late`);
      wheel.clear();
    }
  }
});
