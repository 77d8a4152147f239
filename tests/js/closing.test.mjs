// close(), Symbol.dispose, the signal, and what a closed wheel answers.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel, IdleWheelError } from './package.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

const isClosed = (error) => error instanceof IdleWheelError && error.code === 'CLOSED';

// netty #14083: use after a stop hangs. Here each says CLOSED.
const MEMBERS = {
  touch: (wheel) => wheel.touch('uid'),
  'touch of an integer': (wheel) => wheel.touch(1),
  'touch with options': (wheel) => wheel.touch('uid', { value: 1, timeout: 5000 }),
  touchMany: (wheel) => wheel.touchMany(['uid']),
  'touchMany of nobody': (wheel) => wheel.touchMany([]),
  handle: (wheel) => wheel.handle('uid'),
  has: (wheel) => wheel.has('uid'),
  get: (wheel) => wheel.get('uid'),
  remaining: (wheel) => wheel.remaining('uid'),
  delete: (wheel) => wheel.delete('uid'),
  clear: (wheel) => wheel.clear(),
  tick: (wheel) => wheel.tick(),
  iteration: (wheel) => [...wheel],
  '[Symbol.iterator]': (wheel) => wheel[Symbol.iterator](),
  entries: (wheel) => wheel.entries(),
  on: (wheel) => wheel.on('expire', () => {}),
  expirations: (wheel) => wheel.expirations(),
};

const CLOSINGS = {
  'close()': (wheel) => wheel.close(),
  'Symbol.dispose': (wheel) => wheel[Symbol.dispose](),
};

for (const driver of ['manual', 'interval']) {
  for (const used of [true, false]) {
    for (const [how, close] of Object.entries(CLOSINGS)) {
      for (const [member, use] of Object.entries(MEMBERS)) {
        test(`${driver}, ${used ? 'used' : 'never used'}, after ${how}: ${member} throws CLOSED`, (t) => {
          fakeHost(t);
          const wheel = new IdleWheel({ driver });
          if (used) wheel.touchMany(['uid', 1]);
          close(wheel);
          assert.throws(() => use(wheel), isClosed);
        });
      }

      test(`${driver}, ${used ? 'used' : 'never used'}, after ${how}: what may still be asked`, (t) => {
        fakeHost(t);
        const wheel = new IdleWheel({ driver });
        const stop = wheel.on('expire', () => {});
        if (used) wheel.touchMany(['uid', 1]);
        close(wheel);
        assert.deepEqual(wheel.close(), []);
        assert.equal(wheel[Symbol.dispose](), undefined);
        assert.equal(wheel.size, 0);
        assert.equal(wheel.ticksToExpiry, undefined);
        assert.equal(wheel.stats().size, 0);
        stop();
      });
    }
  }
}

for (const n of [0, 1, 3, 5000]) {
  // netty #14083: what never ran is lost by a stop.
  test(`close() returns who was still here, with their values (${n})`, () => {
    const { wheel } = manualWheel();
    for (let i = 0; i < n; i++) wheel.touch(`uid${i}`, { value: i });
    const left = wheel.close();
    assert.equal(left.length, n);
    assert.deepEqual(left.map(([uid]) => uid).toSorted(), uidsNamed('uid', n).toSorted());
    for (const [uid, value] of left) assert.equal(uid, `uid${value}`);
    assert.deepEqual(wheel.close(), []);
  });
}

test('close() has no events for who was here', () => {
  const { wheel, expired } = manualWheel();
  wheel.touchMany(['a', 'b']);
  let batches = 0;
  wheel.on('expireBatch', () => batches++);
  wheel.close();
  assert.deepEqual(expired, []);
  assert.equal(batches, 0);
});

test('clear() has no events, and the wheel goes on', () => {
  const { wheel, expired } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 1000));
  assert.equal(wheel.clear(), undefined);
  assert.equal(wheel.size, 0);
  assert.equal(run(wheel, 100), 0);
  wheel.touch('uid0');
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
  assert.deepEqual(expired, ['uid0']);
});

test('a signal that aborts closes the wheel', (t) => {
  const host = fakeHost(t);
  const controller = new AbortController();
  const { wheel, expired } = intervalWheel(host, { signal: controller.signal });
  wheel.touch('uid');
  const handle = wheel.handle('uid');
  controller.abort();
  assert.throws(() => wheel.touch('uid'), isClosed);
  assert.equal(wheel.size, 0);
  assert.equal(handle.touch(), false);
  assert.deepEqual(wheel.close(), []);
  assert.deepEqual(host.intervals, []);
  host.advance(100_000);
  assert.deepEqual(expired, []);
});

test('a signal that has aborted: closed from the start', () => {
  const wheel = new IdleWheel({ signal: AbortSignal.abort() });
  assert.throws(() => wheel.touch('uid'), isClosed);
  assert.equal(wheel.size, 0);
  assert.equal(wheel.ticksToExpiry, undefined);
  assert.equal(wheel.stats().size, 0);
  assert.deepEqual(wheel.close(), []);
});

test('a signal that aborts in a callback: nobody else expires', () => {
  const controller = new AbortController();
  const { wheel, expired } = manualWheel({ timeout: 1, signal: controller.signal });
  wheel.on('expire', () => controller.abort());
  wheel.touchMany(['a', 'b', 'c']);
  wheel.tick();
  assert.equal(wheel.tick(), 1);
  assert.equal(expired.length, 1);
});

test('a closed wheel no longer listens to its signal', async () => {
  const controller = new AbortController();
  for (let i = 0; i < 5; i++) {
    const { wheel } = manualWheel({ signal: controller.signal });
    wheel.touch('uid');
    const reader = wheel.expirations({ signal: controller.signal });
    wheel.close();
    await reader.next();
  }
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  controller.abort();
});

test('close() of one wheel leaves the others alone', () => {
  const wheels = Array.from({ length: 20 }, () => manualWheel().wheel);
  wheels.forEach((wheel, i) => {
    wheel.touchMany(uidsNamed(`of ${i} `, 100));
  });
  wheels.forEach((wheel, i) => {
    if (i % 2) wheel.close();
  });
  wheels.forEach((wheel, i) => {
    if (i % 2) return;
    assert.equal(wheel.size, 100);
    assert.equal(wheel.has(`of ${i} 7`), true);
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), 100);
  });
});

test('wheels closed and made anew a thousand times each know only their own', () => {
  for (let i = 0; i < 1000; i++) {
    const { wheel } = manualWheel();
    wheel.touchMany([`only ${i}`, 'shared']);
    assert.equal(wheel.has(`only ${i - 1}`), false);
    assert.equal(wheel.size, 2);
    wheel.close();
  }
});

test('a bad uid or option on a closed wheel is an error in any case', () => {
  const { wheel } = manualWheel();
  wheel.close();
  assert.throws(
    () => wheel.touch(1.5),
    (error) => isClosed(error) || error instanceof TypeError,
  );
  assert.throws(
    () => wheel.on('nonsense', () => {}),
    (error) => isClosed(error) || error instanceof TypeError,
  );
});
