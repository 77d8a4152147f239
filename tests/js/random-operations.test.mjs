// Thousands of random operations on the wheel and on a naive model of it: after each, both say the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { Model, seeded } from './model.mjs';
import { IdleWheel } from './package.mjs';

const UIDS = Array.from({ length: 120 }, (_, i) =>
  i % 4 === 0
    ? i
    : i % 4 === 1
      ? `uid ${i}`
      : i % 4 === 2
        ? `a long uid that does not fit into one entry of the engine ${i}`
        : `\u4e2d${i}`,
);

/** Everything one can ask of a wheel. */
const assertSame = (wheel, model, tickMs) => {
  assert.equal(wheel.size, model.size);
  for (const uid of UIDS) {
    assert.equal(wheel.has(uid), model.has(uid), String(uid));
    assert.equal(wheel.get(uid), model.get(uid));
    const left = model.remaining(uid);
    assert.equal(wheel.remaining(uid), left === undefined ? undefined : left * tickMs, `remaining of ${uid}`);
  }
  const listed = [...wheel];
  assert.equal(listed.length, model.size);
  for (const uid of listed) assert.ok(model.has(uid));
  if (model.size === 0) assert.equal(wheel.ticksToExpiry, undefined);
  else if (model.due.size === 0) assert.ok(wheel.ticksToExpiry >= 1 && wheel.ticksToExpiry <= model.ticksToExpiry);
};

/** One random operation on both, of those that a user has. */
const operate = (random, wheel, model, handles, { longest, tickMs }) => {
  const uid = UIDS[Math.floor(random() * UIDS.length)];
  const dice = random();
  if (dice < 0.45) {
    const ticks = random() < 0.3 ? 1 + Math.floor(random() ** 3 * longest) : undefined;
    const value = random() < 0.3 ? { value: Math.floor(random() * 1000) } : {};
    const mine = ticks === undefined ? value : { ...value, timeout: ticks };
    const given = ticks === undefined ? value : { ...value, timeout: ticks * tickMs };
    const wasHere = model.has(uid);
    if (random() < 0.3) {
      handles.push({ uid, handle: wheel.handle(uid, given) });
      model.touch(uid, mine);
    } else {
      assert.equal(wheel.touch(uid, given), !wasHere);
      model.touch(uid, mine);
    }
  } else if (dice < 0.6) {
    const some = Array.from({ length: Math.floor(random() * 10) }, () => UIDS[Math.floor(random() * UIDS.length)]);
    let added = 0;
    for (const one of some) added += model.touch(one) ? 1 : 0;
    assert.equal(wheel.touchMany(some), added);
  } else if (dice < 0.8) {
    assert.equal(wheel.delete(uid), model.delete(uid));
  } else if (dice < 0.999) {
    const made = handles[Math.floor(random() * handles.length)];
    if (made?.handle.touch()) model.touch(made.uid);
  } else {
    wheel.clear();
    model.clear();
  }
};

for (const [seed, longest, timeout] of [
  [1, 10, 5],
  [2, 100, 30],
  [3, 3000, 30],
  [4, 70_000, 1000],
]) {
  test(`manual driver, timeouts up to ${longest} ticks: 20 000 operations as the model has them`, () => {
    const random = seeded(seed);
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout });
    const model = new Model(timeout);
    const handles = [];
    let lastDeadline = 0;
    wheel.on('expire', (uid, value) => {
      assert.equal(value, model.get(uid));
      const deadline = model.delivered(uid);
      assert.notEqual(deadline, undefined, `${uid} is not due`);
      assert.ok(deadline >= lastDeadline, 'by deadline');
      lastDeadline = deadline;
    });
    wheel.on('error', (error) => {
      throw error;
    });
    for (let step = 0; step < 20_000; step++) {
      if (random() < 0.4) {
        for (let ticks = random() < 0.05 ? Math.floor(random() * longest) : 1; ticks > 0; ticks--) {
          model.advance(1);
          const due = model.due.size;
          lastDeadline = 0;
          assert.equal(wheel.tick(), due);
          assert.equal(model.due.size, 0);
          if (model.size === 0) break;
        }
      } else {
        operate(random, wheel, model, handles, { longest, tickMs: 1 });
      }
      assert.equal(wheel.size, model.size);
      if (step % 50 === 0) assertSame(wheel, model, 1);
    }
    assert.ok(wheel.stats().expired > 100);
  });
}

test('manual driver: random operations in the callbacks too', () => {
  const random = seeded(9);
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 3 });
  const model = new Model(3);
  const handles = [];
  const problems = [];
  wheel.on('error', (error) => problems.push(error));
  wheel.on('expire', (uid) => {
    assert.notEqual(model.delivered(uid), undefined, `${uid} is not due`);
    for (let i = Math.floor(random() * 4); i > 0; i--) operate(random, wheel, model, handles, { longest: 5, tickMs: 1 });
    assert.equal(wheel.size, model.size);
    if (random() < 0.02) assertSame(wheel, model, 1);
  });
  for (let step = 0; step < 10_000; step++) {
    for (let i = 0; i < 10; i++) operate(random, wheel, model, handles, { longest: 5, tickMs: 1 });
    // What is touched in a tick counts as touched at the next one, so the model's tick comes first.
    model.advance(1);
    wheel.tick();
    assert.equal(model.due.size, 0, 'all that is due is delivered');
    assert.equal(wheel.size, model.size);
    if (handles.length > 500) handles.splice(0, 400);
  }
  assert.deepEqual(problems, []);
  assert.ok(wheel.stats().expired > 10_000);
});

for (const kind of ['node', 'browser']) {
  for (const [name, options] of Object.entries({
    standard: {},
    'gap forgive': { gap: 'forgive' },
    countSleep: { countSleep: true },
    'three a turn': { maxPerTurn: 3 },
    'three a turn, gap forgive': { maxPerTurn: 3, gap: 'forgive' },
  })) {
    test(`interval driver, ${kind}, ${name}: 6000 operations as the model has them`, (t) => {
      const host = fakeHost(t, { kind, clock: 1e8 });
      const random = seeded(17);
      const tickMs = 100;
      const wheel = new IdleWheel({ tick: tickMs, timeout: 2000, ...options });
      const model = new Model(20);
      const handles = [];
      host.lateness = () => {
        const dice = random();
        return dice < 0.7 ? 0 : dice < 0.9 ? Math.floor(random() * 150) : -random();
      };
      wheel.on('error', (error) => {
        throw error;
      });
      // The driver says how many ticks it counts; that it counts right is held by other tests. Here: who expires, given the ticks.
      let ticks = 0;
      const sync = () => {
        const { now } = wheel.stats();
        assert.ok(now >= ticks);
        if (now > ticks) model.advance(now - ticks);
        ticks = now;
      };
      let lastDeadline = 0;
      wheel.on('expire', (uid, value) => {
        sync();
        assert.equal(value, model.get(uid));
        const deadline = model.delivered(uid);
        assert.notEqual(deadline, undefined, `${uid} is not due`);
        assert.ok(deadline >= lastDeadline, `${uid}, due at ${deadline}, comes after one due at ${lastDeadline}`);
        lastDeadline = deadline;
      });
      const settled = () => {
        sync();
        if (host.waitingImmediates === 0) {
          assert.equal(model.due.size, 0, 'all that is due is delivered');
        }
        assert.equal(wheel.size, model.size);
        assert.ok(host.intervals.length <= 1);
        if (model.size > 0) assert.equal(host.intervals.length, 1);
        else if (host.waitingImmediates === 0) assert.equal(host.intervals.length, 0);
      };
      for (let step = 0; step < 6000; step++) {
        const dice = random();
        if (dice < 0.5) {
          operate(random, wheel, model, handles, { longest: 100, tickMs });
        } else if (dice < 0.8) {
          host.advance(random() * 150, settled);
        } else if (dice < 0.86) {
          host.block(random() ** 3 * 5000);
          host.runTimers();
        } else if (dice < 0.9) {
          host.runImmediates();
        } else if (dice < 0.94) {
          const due = model.due.size;
          const before = wheel.stats().expired;
          const count = wheel.tick();
          sync();
          assert.equal(wheel.stats().expired - before, count);
          assert.ok(count >= due);
          assert.equal(model.due.size, 0);
        } else if (dice < 0.97) {
          host.stepClock((random() - 0.7) * 1000);
        } else {
          host.stepWall((random() - 0.5) * 40_000);
        }
        settled();
        if (step % 50 === 0) assertSame(wheel, model, tickMs);
      }
      host.lateness = () => 0;
      host.advance(200 * tickMs, settled);
      assert.equal(wheel.size, 0);
      assert.ok(wheel.stats().expired > 100);
    });
  }
}
