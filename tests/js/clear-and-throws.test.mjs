// denoland/std #7046: clear() stops at the first throw. Here everybody leaves, whatever throws in the middle of it, and whatever waits to be
// reported is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

const N = 1000;

/** The host's `reportError`, until the test ends. */
const reporting = (t, report) => {
  globalThis.reportError = report;
  t.after(() => {
    delete globalThis.reportError;
  });
};

const ENDS = {
  'clear()': (wheel) => wheel.clear(),
  'close()': (wheel) => wheel.close(),
  'Symbol.dispose': (wheel) => wheel[Symbol.dispose](),
};

for (const [how, end] of Object.entries(ENDS)) {
  test(`${how} in a listener that throws right after it: everybody has left, and the throw is reported`, () => {
    const { wheel, expired } = manualWheel();
    const errors = [];
    wheel.on('expire', () => {
      end(wheel);
      throw new Error('after it');
    });
    wheel.on('expire', () => {
      throw new Error('the next listener');
    });
    wheel.on('error', (error) => errors.push(error.message));
    wheel.touchMany(uidsNamed('uid', N));
    run(wheel, 30);
    assert.equal(wheel.tick(), 1);
    assert.equal(wheel.size, 0);
    assert.equal(expired.length, 1);
    assert.deepEqual(errors, ['after it', 'the next listener']);
  });

  test(`${how} in an error listener that throws itself: everybody has left`, (t) => {
    const reported = [];
    reporting(t, (error) => reported.push(error.message));
    const { wheel, expired } = manualWheel();
    wheel.on('expire', () => {
      throw new Error('listener');
    });
    wheel.on('error', () => {
      end(wheel);
      throw new Error('error listener');
    });
    wheel.touchMany(uidsNamed('uid', N));
    run(wheel, 30);
    assert.equal(wheel.tick(), 1);
    assert.equal(wheel.size, 0);
    assert.equal(expired.length, 1);
    assert.deepEqual(reported, ['error listener']);
  });

  test(`${how} between two turns, while errors wait that the host fails to report: everybody has left, and each was tried`, (t) => {
    const host = fakeHost(t);
    const tried = [];
    reporting(t, (error) => {
      tried.push(error.message);
      throw new Error('reportError itself');
    });
    // What reportError does not take is thrown in a timer: nobody is to catch it there.
    const later = [];
    const real = globalThis.setTimeout;
    globalThis.setTimeout = (rethrow) => later.push(rethrow);
    t.after(() => {
      globalThis.setTimeout = real;
    });
    const { wheel, expired } = intervalWheel(host, { maxPerTurn: 10 });
    wheel.on('expire', (uid) => {
      throw new Error(uid);
    });
    wheel.touchMany(uidsNamed('uid', N));
    host.advance(30_000);
    host.block(1000);
    host.runTimers();
    assert.equal(expired.length, 10);
    assert.deepEqual(tried, []);
    end(wheel);
    assert.equal(wheel.size, 0);
    const messages = expired.map(({ uid }) => uid);
    assert.deepEqual(tried, messages);
    assert.deepEqual(later.map(messageOf), messages);
    host.advance(100_000);
    assert.equal(expired.length, 10);
    assert.deepEqual(host.intervals, []);
  });
}

const messageOf = (rethrow) => {
  try {
    rethrow();
  } catch (error) {
    return error.message;
  }
};

test('clear() reads no value: one whose getters throw leaves like any other', () => {
  const { wheel } = manualWheel();
  const value = new Proxy(
    {},
    {
      get() {
        throw new Error('touched');
      },
    },
  );
  for (const uid of uidsNamed('uid', 10)) wheel.touch(uid, { value });
  wheel.clear();
  assert.equal(wheel.size, 0);
  assert.equal(run(wheel, 100), 0);
});

test('clear() while expiries are unread and promises of listeners reject: what expired is still read, and both rejections are told', async () => {
  const expired = [];
  const errors = [];
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1, onExpire: (uid) => expired.push(uid) });
  wheel.on('error', (error) => errors.push(error.message));
  wheel.on('expire', () => Promise.reject(new Error('rejects')));
  const unread = wheel.expirations();
  const gone = wheel.expirations();
  await gone.return();
  wheel.touchMany(['a', 'b']);
  run(wheel, 2);
  wheel.touch('c');
  wheel.clear();
  await null;
  await null;
  assert.deepEqual(errors, ['rejects', 'rejects']);
  assert.equal((await unread.next()).value[0], expired[0]);
  assert.equal((await unread.next()).value[0], expired[1]);
  assert.equal(wheel.size, 0);
});
