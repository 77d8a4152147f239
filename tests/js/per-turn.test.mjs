// Contract, line 11; caffeine 3cf6d2937, sidekiq #843: after an idle night a million expire, and the process must not block for it. tick-cache: a
// budget for one tick strands the rest for a whole turn of the wheel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel, uidsNamed } from './wheels.mjs';

/** n uids that fall due on the next tick, on time. */
const dueNext = (host, options, n) => {
  const made = intervalWheel(host, options);
  made.wheel.touchMany(uidsNamed('uid', n));
  host.advance(30_000);
  host.block(1000);
  return made;
};

for (const kind of ['node', 'browser']) {
  test(`${kind}: no more than maxPerTurn in one turn, the rest in the next turns`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = dueNext(host, { maxPerTurn: 10 }, 25);
    host.runTimers();
    assert.equal(expired.length, 10);
    assert.equal(wheel.size, 15);
    host.runImmediates();
    assert.equal(expired.length, 20);
    host.runImmediates();
    assert.equal(expired.length, 25);
    assert.equal(wheel.size, 0);
    host.advance(0);
    assert.equal(new Set(expired.map(({ uid }) => uid)).size, 25);
    assert.deepEqual(host.intervals, []);
  });

  test(`${kind}: the rest is here until it is delivered, and can be touched or deleted`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = dueNext(host, { maxPerTurn: 10 }, 30);
    host.runTimers();
    const rest = [...wheel];
    assert.equal(rest.length, 20);
    assert.equal(
      rest.every((uid) => wheel.has(uid) && wheel.remaining(uid) === 0),
      true,
    );
    const [touched, deleted] = rest;
    assert.equal(wheel.touch(touched), false);
    assert.equal(wheel.delete(deleted), true);
    host.advance(0);
    assert.equal(expired.length, 28);
    assert.deepEqual([...wheel], [touched]);
    host.advance(31_000);
    assert.equal(expired.at(-1).uid, touched);
    assert.equal(
      expired.some(({ uid }) => uid === deleted),
      false,
    );
  });

  test(`${kind}: a handle of the rest is alive and touches it`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { maxPerTurn: 1 });
    const handles = uidsNamed('uid', 5).map((uid) => wheel.handle(uid));
    host.advance(30_000);
    host.block(1000);
    host.runTimers();
    assert.equal(expired.length, 1);
    const alive = handles.filter((handle) => handle.alive);
    assert.equal(alive.length, 4);
    assert.deepEqual(
      alive.map((handle) => handle.touch()),
      [true, true, true, true],
    );
    host.advance(0);
    assert.equal(expired.length, 1);
    assert.equal(wheel.size, 4);
  });

  test(`${kind}: the order is by deadline across the turns`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { maxPerTurn: 7, timeout: 200_000 });
    for (let i = 0; i < 100; i++) wheel.touch(i, { timeout: (1 + ((i * 37) % 100)) * 1000 });
    host.advance(1000);
    host.block(150_000);
    host.runTimers();
    assert.equal(expired.length, 0);
    host.advance(0);
    const deadlines = expired.map(({ uid }) => 1 + ((uid * 37) % 100));
    assert.deepEqual(
      deadlines,
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
  });

  test(`${kind}: the interval's ticks go on between the turns, and who falls due meanwhile comes after the rest`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { maxPerTurn: 5 });
    wheel.touchMany(uidsNamed('early', 20));
    host.advance(1000);
    wheel.touchMany(uidsNamed('late', 20));
    host.advance(29_000);
    host.block(1000);
    host.runTimers();
    assert.equal(expired.length, 5);
    host.block(1000);
    host.runTimers();
    host.advance(0);
    const order = expired.map(({ uid }) => uid.slice(0, 4));
    assert.deepEqual(order, [...Array(20).fill('earl'), ...Array(20).fill('late')]);
  });

  test(`${kind}: tick() by the user delivers the rest at once`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = dueNext(host, { maxPerTurn: 10 }, 35);
    host.runTimers();
    assert.equal(wheel.tick(), 25);
    assert.equal(expired.length, 35);
    host.advance(0);
    assert.equal(expired.length, 35);
  });

  for (const how of ['clear', 'close']) {
    test(`${kind}: ${how}() between the turns: nobody else expires`, (t) => {
      const host = fakeHost(t, { kind });
      const { wheel, expired } = dueNext(host, { maxPerTurn: 10 }, 35);
      host.runTimers();
      const left = wheel[how]();
      if (how === 'close') assert.equal(left.length, 25);
      host.advance(100_000);
      assert.equal(expired.length, 10);
    });
  }
}

test('who is touched between the turns and falls due later, expires then, once', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = dueNext(host, { maxPerTurn: 1 }, 3);
  host.runTimers();
  const rest = [...wheel];
  wheel.touchMany(rest);
  host.advance(0);
  assert.equal(expired.length, 1);
  host.advance(31_000);
  assert.equal(expired.length, 3);
  assert.deepEqual(host.intervals, []);
});

test('a uid that expired in an earlier turn may come back in a later one and is new', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = dueNext(host, { maxPerTurn: 1 }, 3);
  host.runTimers();
  const [{ uid }] = expired;
  assert.equal(wheel.touch(uid), true);
  host.advance(0);
  assert.equal(expired.length, 3);
  assert.deepEqual([...wheel], [uid]);
});

test('10 000 a turn by default', (t) => {
  const host = fakeHost(t);
  const { expired } = dueNext(host, {}, 25_000);
  host.runTimers();
  assert.equal(expired.length, 10_000);
  host.runImmediates();
  assert.equal(expired.length, 20_000);
  host.runImmediates();
  assert.equal(expired.length, 25_000);
});

test('maxPerTurn: Infinity delivers all in one turn', (t) => {
  const host = fakeHost(t);
  const { expired } = dueNext(host, { maxPerTurn: Infinity }, 25_000);
  host.runTimers();
  assert.equal(expired.length, 25_000);
});

test('exactly maxPerTurn are one turn, and nobody waits', (t) => {
  const host = fakeHost(t);
  const { expired, wheel } = dueNext(host, { maxPerTurn: 10 }, 10);
  host.runTimers();
  assert.equal(expired.length, 10);
  assert.equal(wheel.size, 0);
  assert.deepEqual(host.intervals, []);
  host.advance(0);
  assert.equal(expired.length, 10);
});

test("one who is touched in a callback does not use up the turn's budget", (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = dueNext(host, { maxPerTurn: 2 }, 6);
  let saved;
  wheel.on('expire', () => {
    if (saved !== undefined) return;
    [saved] = wheel;
    wheel.touch(saved);
  });
  host.runTimers();
  assert.ok(expired.length <= 2);
  host.advance(0);
  assert.equal(expired.length, 5);
  assert.deepEqual([...wheel], [saved]);
});

test('batches of expireBatch are turns', (t) => {
  const host = fakeHost(t);
  const { wheel } = dueNext(host, { maxPerTurn: 10 }, 25);
  const batches = [];
  wheel.on('expireBatch', (batch) => batches.push(batch.length));
  host.runTimers();
  assert.deepEqual(batches, [10]);
  host.advance(0);
  assert.deepEqual(batches, [10, 10, 5]);
});

for (const kind of ['node', 'browser']) {
  test(`${kind}: a tick that falls into a turn which delivers the rest does not double the turn's budget`, (t) => {
    const host = fakeHost(t, { kind });
    const batches = [];
    const { wheel, expired } = dueNext(host, { maxPerTurn: 10 }, 45);
    wheel.on('expireBatch', (batch) => batches.push(batch.length));
    host.runTimers();
    host.block(1000);
    host.runTimers();
    host.runImmediates();
    assert.equal(expired.length, 20);
    host.advance(5000);
    assert.equal(expired.length, 45);
    assert.deepEqual(batches, [10, 10, 10, 10, 5]);
  });
}

test('who throws when exactly maxPerTurn expire, and nobody is left, is reported all the same', (t) => {
  const host = fakeHost(t);
  const reported = [];
  const before = globalThis.reportError;
  globalThis.reportError = (error) => reported.push(error.message);
  t.after(() => {
    globalThis.reportError = before;
  });
  const { wheel } = dueNext(host, { maxPerTurn: 2 }, 2);
  wheel.on('expire', (uid) => {
    throw new Error(uid);
  });
  host.advance(5000);
  assert.equal(reported.length, 2);
});

test('while two hundred thousand expire, the turns of others come between', async () => {
  const N = 200_000;
  let clock = 0;
  const expired = [];
  const wheel = new IdleWheel({ tick: 1, timeout: 1, clock: () => clock, onExpire: (uid) => expired.push(uid) });
  for (let uid = 0; uid < N; uid++) wheel.touch(uid);
  clock = 1;
  wheel.tick();
  clock = 2;
  // A real host, whose interval calls when it likes. Noted is how many had expired at each turn of somebody else.
  const seen = [];
  while (wheel.size > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    if (seen.at(-1) !== expired.length) seen.push(expired.length);
  }
  assert.equal(new Set(expired).size, N);
  seen.reduce((before, count) => {
    assert.ok(count - before <= 10_000, `${count - before} in one turn`);
    return count;
  }, 0);
});
