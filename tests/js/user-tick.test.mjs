// tick() called by the user, with the interval driver: looks at all that is due by the clock, now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  test(`${kind}: before a tick has passed it does nothing`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    for (let i = 0; i < 99; i++) {
      host.advance(10);
      assert.equal(wheel.tick(), 0);
      assert.equal(wheel.stats().now, 0);
    }
    host.advance(10);
    assert.equal(wheel.stats().now, 1, 'and the beat is what it was');
  });

  test(`${kind}: as soon as a tick has passed it counts it, and the interval's call finds nothing left`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.block(1000);
    wheel.tick();
    assert.equal(wheel.stats().now, 1);
    host.advance(0);
    assert.equal(wheel.stats().now, 1);
    host.advance(999);
    assert.equal(wheel.stats().now, 1);
    host.advance(1);
    assert.equal(wheel.stats().now, 2);
  });

  test(`${kind}: late, it arms the interval anew: the next tick comes a whole tick later, and none is skipped`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.block(1300);
    wheel.tick();
    assert.equal(wheel.stats().now, 1);
    host.advance(999);
    assert.equal(wheel.stats().now, 1);
    host.advance(1);
    assert.equal(wheel.stats().now, 2);
    host.advance(1000);
    assert.equal(wheel.stats().now, 3);
    assert.equal(host.intervals.length, 1);
  });

  test(`${kind}: after a gap it judges at once, without a turn, and returns how many expired`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touchMany(['a', 'b', 'c']);
    host.advance(1000);
    wheel.touch('c');
    host.block(3_600_000);
    assert.equal(wheel.tick(), 2);
    assert.deepEqual(expired.map(({ uid }) => uid).sort(), ['a', 'b']);
    assert.equal(host.calls.setImmediate, 0);
    assert.equal(wheel.stats().now, 3601);
    assert.equal(wheel.remaining('c'), 30_000);
  });

  test(`${kind}: any number of calls at any time makes no tick shorter`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    for (let ms = 0; ms < 30_000; ms += 7) {
      host.advance(7);
      wheel.tick();
      assert.ok(wheel.stats().now * 1000 <= host.time + 1);
    }
    assert.deepEqual(expired, []);
    host.advance(1100);
    assert.equal(expired.length, 1);
  });
}

test('on an empty wheel it returns 0, and time stands still', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host);
  host.advance(10_000);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.stats().now, 0);
  wheel.touch('uid');
  wheel.delete('uid');
  host.advance(10_000);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.stats().now, 0);
});

test('the last uid expires in it: the interval is cleared', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host);
  wheel.touch('uid');
  host.advance(1000);
  host.block(60_000);
  assert.equal(wheel.tick(), 1);
  assert.deepEqual(host.intervals, []);
});

test('it delivers all that is due, whatever maxPerTurn says', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { maxPerTurn: 3 });
  wheel.touchMany(uidsNamed('uid', 5000));
  host.advance(1000);
  host.block(60_000);
  assert.equal(wheel.tick(), 5000);
  assert.equal(expired.length, 5000);
});

test('manual driver: each call is one slot, and it returns how many expired', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(['a', 'b']);
  wheel.tick();
  wheel.touch('c');
  assert.equal(wheel.stats().now, 1);
  assert.equal(run(wheel, 29), 0);
  assert.equal(wheel.tick(), 2);
  assert.equal(wheel.tick(), 1);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.stats().now, 33);
});

test('manual driver: a tick of an empty wheel is a tick', () => {
  const { wheel } = manualWheel();
  assert.equal(run(wheel, 100), 0);
  assert.equal(wheel.stats().now, 100);
  wheel.touch('uid');
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
});
