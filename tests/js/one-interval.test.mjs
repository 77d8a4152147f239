// Contract, line 4: one host interval while anyone is here, none when nobody is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  test(`${kind}: the first uid arms one interval of one tick, and no other uid arms another`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host, { tick: 250 });
    assert.deepEqual(host.intervals, []);
    wheel.touch('first');
    assert.deepEqual(
      host.intervals.map(({ period }) => period),
      [250],
    );
    wheel.touchMany(uidsNamed('uid', 1000));
    wheel.handle('another');
    host.advance(10_000);
    assert.equal(host.intervals.length, 1);
    assert.equal(host.calls.setInterval, 1);
  });

  for (const [how, first] of [
    ['touchMany()', (wheel) => wheel.touchMany(['uid'])],
    ['handle()', (wheel) => wheel.handle('uid')],
  ]) {
    test(`${kind}: ${how} arms it as well`, (t) => {
      const host = fakeHost(t, { kind });
      const { wheel, expired } = intervalWheel(host);
      first(wheel);
      assert.equal(host.intervals.length, 1);
      host.advance(31_000);
      assert.equal(expired.length, 1);
    });
  }

  test(`${kind}: an empty touchMany() arms nothing`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    assert.equal(wheel.touchMany([]), 0);
    assert.deepEqual(host.intervals, []);
  });

  for (const [how, last] of [
    ['is deleted', (wheel) => wheel.delete('uid')],
    ['is deleted by its handle', (wheel) => wheel.handle('uid').delete()],
    ['is cleared', (wheel) => wheel.clear()],
    ['leaves with close()', (wheel) => wheel.close()],
    ['leaves with Symbol.dispose', (wheel) => wheel[Symbol.dispose]()],
  ]) {
    test(`${kind}: the interval is cleared when the last uid ${how}`, (t) => {
      const host = fakeHost(t, { kind });
      const { wheel } = intervalWheel(host);
      wheel.touchMany(['uid', 'other']);
      wheel.delete('other');
      assert.equal(host.intervals.length, 1);
      last(wheel);
      assert.deepEqual(host.intervals, []);
    });
  }

  test(`${kind}: the interval is cleared when the last uid expires`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(31_000);
    assert.equal(wheel.size, 0);
    assert.deepEqual(host.intervals, []);
  });

  test(`${kind}: the time of an empty wheel stands still, and the next uid has its whole time`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    for (let round = 0; round < 5; round++) {
      wheel.touch('uid');
      const { now } = wheel.stats();
      const armedAt = host.time;
      host.advance(31_000);
      assert.equal(expired.pop().at - armedAt, 31_000);
      assert.equal(wheel.stats().now, now + 31);
      host.advance(12_345_678.9);
      assert.equal(wheel.stats().now, now + 31);
    }
  });

  test(`${kind}: a uid that comes in the callback of the last one's expiry is looked at on the 31st tick`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.on('expire', () => {
      if (expired.length < 3) wheel.touch('next');
    });
    wheel.touch('uid');
    host.advance(200_000);
    assert.deepEqual(
      expired.map(({ at }) => at),
      [31_000, 62_000, 93_000],
    );
    assert.deepEqual(host.intervals, []);
  });

  test(`${kind}: leaving and coming a thousand times leaves one interval`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    for (let i = 0; i < 1000; i++) {
      wheel.touch('uid');
      assert.equal(host.intervals.length, 1);
      wheel.delete('uid');
      assert.equal(host.intervals.length, 0);
    }
  });
}

test('in Node the interval is unrefed', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host);
  wheel.touch('uid');
  assert.deepEqual(
    host.intervals.map(({ refed }) => refed),
    [false],
  );
  wheel.delete('uid');
  wheel.touch('uid');
  assert.deepEqual(
    host.intervals.map(({ refed }) => refed),
    [false],
    'and when it is armed again',
  );
});

test('with ref: true it is not', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { ref: true });
  wheel.touch('uid');
  assert.deepEqual(
    host.intervals.map(({ refed }) => refed),
    [true],
  );
});

test('the constructor touches no host function', (t) => {
  const host = fakeHost(t);
  intervalWheel(host, { countSleep: true, ref: true, capacity: 1000 });
  assert.deepEqual(host.calls, { performanceNow: 0, dateNow: 0, setInterval: 0, clearInterval: 0, setImmediate: 0 });
});

test('the manual driver calls no host function at all', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = manualWheel({ countSleep: true, ref: true });
  wheel.touchMany(uidsNamed('uid', 100));
  run(wheel, 31);
  assert.equal(expired.length, 100);
  wheel.touch('uid');
  wheel.clear();
  wheel.close();
  assert.deepEqual(host.calls, { performanceNow: 0, dateNow: 0, setInterval: 0, clearInterval: 0, setImmediate: 0 });
});

test('no touch reads a clock, but the one that arms the timer', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { countSleep: true });
  wheel.touch('first');
  const armed = { ...host.calls };
  assert.ok(armed.performanceNow > 0);
  const handle = wheel.handle('handle');
  for (let i = 0; i < 1000; i++) {
    wheel.touch('first');
    wheel.touch(`new ${i}`, { value: i, timeout: 5000 });
    wheel.touch(i);
    wheel.touchMany(['first', i]);
    handle.touch();
    wheel.has('first');
    wheel.get('first');
    wheel.remaining('first');
    wheel.delete(i);
    wheel.stats();
    void wheel.ticksToExpiry;
  }
  assert.deepEqual(host.calls, armed);
});

test('a tick of the interval reads the clock at most twice', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host);
  wheel.touchMany(uidsNamed('uid', 1000));
  const before = host.calls.performanceNow;
  host.advance(20_000);
  assert.ok(host.calls.performanceNow - before <= 40);
});

test('if the host refuses the interval, the touch throws and nobody is here', (t) => {
  const host = fakeHost(t);
  const real = globalThis.setInterval;
  globalThis.setInterval = () => {
    throw new Error('no timers here');
  };
  const { wheel, expired } = intervalWheel(host);
  assert.throws(() => wheel.touch('uid'), /no timers here/);
  assert.equal(wheel.size, 0);
  assert.equal(wheel.has('uid'), false);
  globalThis.setInterval = real;
  assert.equal(wheel.touch('uid'), true);
  host.advance(31_000);
  assert.equal(expired.length, 1);
});

test('if the clock option throws, the touch throws it and nobody is here', (t) => {
  const host = fakeHost(t);
  let broken = true;
  const { wheel, expired } = intervalWheel(host, {
    clock: () => {
      if (broken) throw new Error('no clock here');
      return host.time;
    },
  });
  assert.throws(() => wheel.touch('uid'), /no clock here/);
  assert.equal(wheel.size, 0);
  assert.deepEqual(host.intervals, []);
  broken = false;
  wheel.touch('uid');
  host.advance(31_000);
  assert.equal(expired.length, 1);
});
