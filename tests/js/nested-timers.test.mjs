// A listener in which the host runs its timers: fake timers that are advanced there, or a loop that is spun.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';

test('timers that fire inside a listener wait, and close() there breaks nothing', (t) => {
  const host = fakeHost(t);
  const other = new IdleWheel({ driver: 'manual' });
  other.touch('other');
  const expired = [];
  const wheel = new IdleWheel({ timeout: 1000, tick: 1000 });
  wheel.on('expire', (uid) => {
    expired.push(uid);
    if (expired.length === 1) {
      host.advance(5000);
      wheel.close();
    }
  });
  wheel.touchMany(['a', 'b', 'c']);
  host.advance(10_000);
  assert.equal(expired.length, 1);
  assert.equal(other.touch('other'), false, 'the engine is whole');
});

test('what came due while timers fired inside a listener expires in its own tick, once', (t) => {
  const host = fakeHost(t);
  const expired = [];
  const wheel = new IdleWheel({ timeout: 1000, tick: 1000 });
  wheel.on('expire', (uid) => {
    expired.push(uid);
    if (uid === 'a') {
      wheel.touch('late');
      host.advance(3000);
    }
  });
  wheel.touch('a');
  host.advance(20_000);
  assert.deepEqual(expired, ['a', 'late']);
  assert.equal(wheel.size, 0);
});
