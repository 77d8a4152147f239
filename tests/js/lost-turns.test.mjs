// Timers that were faked and are no more: a turn that was asked for and never comes, a timer that fires after it was cleared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

test('a turn that never comes is made up for by the next tick', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, {});
  wheel.touch('uid');
  const { setImmediate } = globalThis;
  globalThis.setImmediate = () => ({});
  host.block(5000);
  host.runTimers();
  globalThis.setImmediate = setImmediate;
  host.advance(60_000);
  assert.deepEqual(
    expired.map(({ uid }) => uid),
    ['uid'],
  );
});

test('a timer that fires after it was cleared moves nothing', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, {});
  wheel.touch('uid');
  const [{ callback }] = host.intervals;
  wheel.delete('uid');
  host.advance(1000);
  callback();
  assert.equal(wheel.stats().now, 0);
  assert.deepEqual(host.intervals, []);
});
