// Contract, lines 9 and 10: what callbacks find, and may do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWheel } from './package.mjs';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

/** n uids of which all are due on the next tick. */
const dueNext = (n, options) => {
  const made = manualWheel(options);
  made.wheel.touchMany(uidsNamed('uid', n));
  run(made.wheel, 30);
  return made;
};

// More than fit any buffer between the engine and JavaScript, and fewer.
const SIZES = [2, 3, 100, 5000];

test('expire fires once for each uid, without any access to it', () => {
  const { wheel, expired } = dueNext(5000);
  assert.equal(wheel.tick(), 5000);
  assert.deepEqual(expired.toSorted(), uidsNamed('uid', 5000).toSorted());
  assert.equal(run(wheel, 100), 0);
});

test('when expire fires the uid is gone, and its size and value with it', () => {
  const { wheel } = dueNext(100);
  let size = 100;
  wheel.on('expire', (uid) => {
    assert.equal(wheel.has(uid), false);
    assert.equal(wheel.get(uid), undefined);
    assert.equal(wheel.remaining(uid), undefined);
    assert.equal(wheel.delete(uid), false);
    assert.equal(wheel.size, --size);
    assert.equal([...wheel].includes(uid), false);
  });
  wheel.on('error', (error) => {
    throw error;
  });
  assert.equal(wheel.tick(), 100);
  assert.equal(size, 0);
});

for (const n of SIZES) {
  test(`until it is delivered a due uid is here and counts in size (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    const problems = [];
    wheel.on('expire', () => {
      if (wheel.size !== n - expired.length) problems.push(`size ${wheel.size} after ${expired.length}`);
      if (expired.length % 97 !== 1) return;
      const delivered = new Set(expired);
      for (const uid of uidsNamed('uid', n)) if (wheel.has(uid) === delivered.has(uid)) problems.push(uid);
    });
    wheel.tick();
    assert.deepEqual(problems, []);
  });

  test(`a due uid that is touched before it is delivered lives on, without an event (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    const results = [];
    wheel.on('expire', () => {
      if (expired.length > 1) return;
      for (const uid of [...wheel]) results.push(wheel.touch(uid));
    });
    assert.equal(wheel.tick(), 1);
    assert.deepEqual(results, Array(n - 1).fill(false));
    assert.equal(wheel.size, n - 1);
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), n - 1);
    assert.equal(new Set(expired).size, n);
  });

  // tokio-util #868, #3270: removing what has expired and was not given out yet panics.
  test(`a due uid that is deleted before it is delivered has no event (tick-cache; ${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    const results = [];
    wheel.on('expire', () => {
      for (const uid of [...wheel]) results.push(wheel.delete(uid));
    });
    assert.equal(wheel.tick(), 1);
    assert.deepEqual(results, Array(n - 1).fill(true));
    assert.equal(wheel.size, 0);
    assert.equal(run(wheel, 100), 0);
    assert.equal(expired.length, 1);
  });

  test(`every second one may be deleted by its neighbour (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    const deleted = [];
    wheel.on('expire', () => {
      const [next] = wheel;
      if (next !== undefined && wheel.delete(next)) deleted.push(next);
    });
    wheel.tick();
    assert.deepEqual([...expired, ...deleted].toSorted(), uidsNamed('uid', n).toSorted());
    assert.equal(expired.length, Math.ceil(n / 2));
    assert.equal(wheel.size, 0);
  });

  test(`deleted and touched again before it is delivered, it is new and not due (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    wheel.on('expire', () => {
      if (expired.length > 1) return;
      for (const uid of [...wheel]) {
        wheel.delete(uid);
        wheel.touch(uid);
      }
    });
    assert.equal(wheel.tick(), 1);
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), n - 1);
  });

  test(`clear() in a callback: nobody else expires (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    wheel.on('expire', () => wheel.clear());
    assert.equal(wheel.tick(), 1);
    assert.equal(run(wheel, 100), 0);
    assert.equal(expired.length, 1);
    wheel.touch('after');
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), 1);
  });

  test(`close() in a callback: nobody else expires, and it returns the others (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    let left;
    wheel.on('expire', () => {
      left ??= wheel.close();
    });
    assert.equal(wheel.tick(), 1);
    assert.equal(expired.length, 1);
    assert.deepEqual([...expired, ...left.map(([uid]) => uid)].toSorted(), uidsNamed('uid', n).toSorted());
    assert.equal(wheel.size, 0);
  });

  test(`each uid may come back from its own expiry, and is looked at on the 31st tick from then (${n} due)`, () => {
    const { wheel, expired } = dueNext(n);
    wheel.on('expire', (uid) => {
      if (expired.length <= n) assert.equal(wheel.touch(uid), true);
    });
    assert.equal(wheel.tick(), n);
    assert.equal(wheel.size, n);
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), n);
  });
}

test('micropython #17347: what is touched in a tick is due in a later one, and the tick ends', () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  wheel.on('expire', (uid) => wheel.touch(uid));
  wheel.touch('uid');
  for (let tick = 1; tick <= 100; tick++) {
    wheel.tick();
    assert.equal(expired.length, Math.floor(tick / 2));
  }
});

// In undici's fast timers it is lost.
test('undici: a uid that is touched for the first time in a callback expires like any other', () => {
  const { wheel, expired } = dueNext(1);
  wheel.on('expire', (uid) => {
    if (uid === 'uid0') wheel.touch('armed inside');
  });
  wheel.tick();
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
  assert.deepEqual(expired, ['uid0', 'armed inside']);
});

test("whoever comes back has no value and the wheel's own timeout", () => {
  const { wheel } = manualWheel();
  const seen = [];
  wheel.on('expire', (uid, value) => {
    seen.push(value);
    if (seen.length < 3) wheel.touch(uid);
  });
  wheel.touch('uid', { value: 'kept', timeout: 5 });
  run(wheel, 6);
  assert.equal(wheel.get('uid'), undefined);
  assert.equal(wheel.remaining('uid'), 31);
  run(wheel, 31);
  assert.deepEqual(seen, ['kept', undefined]);
});

// tchannel-node #39: the same, until the stack overflows.
test('node-cache #163: tick() in a callback does nothing and returns 0', () => {
  const { wheel, expired } = dueNext(1000);
  const { now } = wheel.stats();
  const results = new Set();
  wheel.on('expire', () => results.add(wheel.tick()));
  wheel.on('expireBatch', () => results.add(wheel.tick()));
  assert.equal(wheel.tick(), 1000);
  assert.deepEqual([...results], [0]);
  assert.equal(expired.length, 1000);
  assert.equal(wheel.stats().now, now + 1);
});

test('tick() in an error listener does nothing and returns 0', () => {
  const { wheel } = dueNext(3);
  const results = [];
  wheel.on('expire', () => {
    throw new Error('listener');
  });
  wheel.on('error', () => results.push(wheel.tick()));
  assert.equal(wheel.tick(), 3);
  assert.deepEqual(results, [0, 0, 0]);
});

// wasm-bindgen #1578, loro #705: "recursive use of an object". Each method in each kind of callback: callback-matrix.test.mjs.
test('a callback may use every method of the wheel', () => {
  const { wheel, expired } = dueNext(300);
  let calls = 0;
  const errors = [];
  wheel.on('error', (error) => errors.push(error));
  wheel.on('expire', (uid) => {
    calls++;
    const before = wheel.size;
    assert.equal(wheel.touch(`new ${uid}`, { value: calls, timeout: 7 }), true);
    assert.equal(wheel.get(`new ${uid}`), calls);
    assert.equal(wheel.remaining(`new ${uid}`), 8);
    assert.equal(wheel.touchMany([`a ${uid}`, `b ${uid}`]), 2);
    const handle = wheel.handle(`a ${uid}`);
    assert.equal(handle.touch(), true);
    assert.equal(handle.delete(), true);
    assert.equal(wheel.delete(`b ${uid}`), true);
    assert.equal(wheel.size, before + 1);
    assert.equal([...wheel].length, before + 1);
    assert.equal([...wheel.entries()].length, before + 1);
    assert.equal(wheel.stats().size, before + 1);
    assert.ok(wheel.ticksToExpiry >= 1);
    wheel.on('expire', () => {})();
    wheel.expirations().return();
    assert.equal(wheel.delete(`new ${uid}`), true);
  });
  assert.equal(wheel.tick(), 300);
  assert.deepEqual(errors, []);
  assert.equal(calls, 300);
  assert.equal(expired.length, 300);
  assert.equal(wheel.size, 0);
});

test('wasm-bindgen #1668: memory that grows in a callback disturbs nothing', () => {
  const { wheel, expired } = dueNext(5000);
  const before = wheel.stats().memory;
  let grown = 0;
  wheel.on('expire', () => {
    if (grown < 100_000) for (let i = 0; i < 1000; i++) wheel.touch(`grown ${grown++} and a longer text so that it is kept apart`);
  });
  assert.equal(wheel.tick(), 5000);
  assert.ok(wheel.stats().memory > before);
  assert.deepEqual(expired.toSorted(), uidsNamed('uid', 5000).toSorted());
  assert.equal(wheel.size, grown);
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), grown);
});

test('a callback may run another wheel, whose callback runs a third', () => {
  const wheels = [dueNext(3000), dueNext(3000), dueNext(3000)];
  wheels[0].wheel.on('expire', () => {
    if (wheels[1].expired.length === 0) assert.equal(wheels[1].wheel.tick(), 3000);
  });
  wheels[1].wheel.on('expire', () => {
    if (wheels[2].expired.length === 0) assert.equal(wheels[2].wheel.tick(), 3000);
  });
  assert.equal(wheels[0].wheel.tick(), 3000);
  for (const { expired } of wheels) assert.deepEqual(expired.toSorted(), uidsNamed('uid', 3000).toSorted());
});

test('a callback may close another wheel, and make new ones', () => {
  const first = dueNext(2000);
  const second = dueNext(2000);
  first.wheel.on('expire', () => {
    second.wheel.close();
    const third = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
    third.touchMany(uidsNamed('third', 10));
    third.tick();
    assert.equal(third.tick(), 10);
    third.close();
  });
  assert.equal(first.wheel.tick(), 2000);
  assert.equal(first.expired.length, 2000);
  assert.equal(second.expired.length, 0);
});

test('a wheel that is closed and whose place another takes, both in a callback, goes on with nobody', () => {
  const { wheel, expired } = dueNext(2000);
  const taken = manualWheel();
  wheel.on('expire', () => {
    wheel.close();
    taken.wheel.touchMany(uidsNamed('taken', 2000));
  });
  assert.equal(wheel.tick(), 1);
  assert.equal(expired.length, 1);
  assert.equal(run(taken.wheel, 30), 0);
  assert.equal(taken.wheel.tick(), 2000);
});

test('after clear() in a callback the same uids may come at once, and are new', () => {
  const { wheel, expired } = dueNext(2000);
  let cleared = false;
  wheel.on('expire', () => {
    if (cleared) return;
    cleared = true;
    wheel.clear();
    assert.equal(wheel.touchMany(uidsNamed('uid', 2000)), 2000);
  });
  assert.equal(wheel.tick(), 1);
  assert.equal(wheel.size, 2000);
  assert.equal(run(wheel, 30), 0);
  assert.equal(expired.length, 1);
  assert.equal(wheel.tick(), 2000);
});

test('order: by deadline', () => {
  const { wheel, expired } = manualWheel();
  for (let i = 0; i < 500; i++) wheel.touch(i, { timeout: 1 + ((i * 211) % 500) });
  run(wheel, 501);
  assert.deepEqual(
    expired.map((i) => 1 + ((i * 211) % 500)),
    Array.from({ length: 500 }, (_, i) => i + 1),
  );
});

test('each listener gets uid and value, in the order of listening, onExpire first', () => {
  const calls = [];
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1, onExpire: (...args) => calls.push(['onExpire', ...args]) });
  wheel.on('expire', (...args) => calls.push(['second', ...args]));
  wheel.on('expire', (...args) => calls.push(['third', ...args]));
  wheel.touch('uid', { value: 7 });
  wheel.touch(5);
  run(wheel, 2);
  const of = (uid) => calls.filter((call) => call[1] === uid);
  assert.deepEqual(of('uid'), [
    ['onExpire', 'uid', 7],
    ['second', 'uid', 7],
    ['third', 'uid', 7],
  ]);
  assert.deepEqual(of(5), [
    ['onExpire', 5, undefined],
    ['second', 5, undefined],
    ['third', 5, undefined],
  ]);
});

test('every listener hears of an expiry, though one of them touches the uid again', () => {
  const { wheel, expired } = manualWheel();
  const after = [];
  wheel.on('expire', (uid) => wheel.touch(uid));
  wheel.on('expire', (uid) => after.push(uid));
  wheel.touch('uid');
  run(wheel, 31);
  assert.deepEqual(expired, ['uid']);
  assert.deepEqual(after, ['uid']);
  assert.equal(wheel.has('uid'), true);
});

test('the function that on() returns stops listening, and may be called again', () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  const heard = [];
  const stop = wheel.on('expire', (uid) => heard.push(uid));
  wheel.touch('a');
  run(wheel, 2);
  stop();
  stop();
  wheel.touch('b');
  run(wheel, 2);
  assert.deepEqual(heard, ['a']);
  assert.deepEqual(expired, ['a', 'b']);
});

test('a wheel without listeners expires all the same', () => {
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
  wheel.touchMany(uidsNamed('uid', 3000));
  assert.equal(run(wheel, 2), 3000);
  assert.equal(wheel.size, 0);
});

test('a listener may stop itself and others while it is called', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const heard = [];
  const stopFirst = wheel.on('expire', () => {
    heard.push('first');
    stopFirst();
  });
  wheel.on('expire', () => heard.push('second'));
  wheel.touch('a');
  run(wheel, 2);
  wheel.touch('b');
  run(wheel, 2);
  assert.deepEqual(heard, ['first', 'second', 'second']);
});

test('a listener that another one has stopped in the same event is not called any more', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const heard = [];
  wheel.on('expire', () => stopSecond());
  const stopSecond = wheel.on('expire', () => heard.push('second'));
  wheel.on('expire', () => heard.push('third'));
  wheel.touch('uid');
  run(wheel, 2);
  assert.deepEqual(heard, ['third']);
});

test('a listener added while an event is delivered hears of the next one', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const heard = [];
  const stop = wheel.on('expire', () => {
    stop();
    wheel.on('expire', (uid) => heard.push(uid));
  });
  wheel.touch('a');
  run(wheel, 2);
  wheel.touch('b');
  run(wheel, 2);
  assert.equal(heard.at(-1), 'b');
});

test('angular-cache #164: a uid that was deleted never expires', () => {
  const { wheel, expired } = manualWheel();
  for (let age = 0; age <= 30; age++) {
    wheel.touch('uid');
    run(wheel, age);
    assert.equal(wheel.delete('uid'), true);
    assert.equal(wheel.delete('uid'), false);
    assert.equal(run(wheel, 70), 0);
  }
  assert.deepEqual(expired, []);
});

// go-zero #5316, #5753: the same after a move, and after a drain.
test('go-zero #205: the old life of a uid does not end its next one', () => {
  const { wheel } = manualWheel();
  for (let age = 0; age <= 30; age++) {
    wheel.touch('uid');
    run(wheel, age);
    wheel.delete('uid');
    wheel.touch('uid');
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), 1);
  }
});
