// A clock that fails for a while.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';

test('while the clock says no number no time passes, and afterwards it does again', (t) => {
  const host = fakeHost(t);
  let broken = false;
  const wheel = new IdleWheel({ timeout: 3000, clock: () => (broken ? Number.NaN : host.time) });
  const expired = [];
  wheel.on('expire', (uid) => expired.push(uid));
  wheel.touch('uid');
  host.advance(2000);
  broken = true;
  host.advance(10_000);
  assert.equal(wheel.tick(), 0);
  assert.equal(wheel.stats().now, 2);
  assert.ok(wheel.stats().lateBy >= 0);
  broken = false;
  host.advance(10_000);
  assert.deepEqual(expired, ['uid']);
});
