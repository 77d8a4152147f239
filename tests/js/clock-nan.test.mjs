// A clock that fails for a while: bad input like any other, named, and nothing is lost by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';

for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, '1000', 5n, undefined]) {
  test(`while the clock says ${String(bad)}, it is named and no time passes; afterwards time goes on`, (t) => {
    const host = fakeHost(t);
    let broken = false;
    const errors = [];
    const expired = [];
    const wheel = new IdleWheel({ timeout: 3000, gap: 'forgive', clock: () => (broken ? bad : host.time) });
    wheel.on('expire', (uid) => expired.push(uid));
    wheel.on('error', (error) => errors.push(error));
    wheel.touch('uid');
    host.advance(2000);
    broken = true;
    host.advance(10_000);
    assert.throws(() => wheel.tick(), { name: 'TypeError', message: /clock/ });
    assert.equal(wheel.stats().now, 2);
    assert.ok(errors.length > 0 && errors.every((error) => error instanceof TypeError && /clock/.test(error.message)));
    broken = false;
    host.advance(10_000);
    assert.deepEqual(expired, ['uid']);
  });

  test(`a first touch by a clock that says ${String(bad)} throws, and nobody is here`, (t) => {
    const host = fakeHost(t);
    const wheel = new IdleWheel({ clock: () => bad });
    assert.throws(() => wheel.touch('uid'), { name: 'TypeError', message: /clock/ });
    assert.equal(wheel.size, 0);
    assert.deepEqual(host.intervals, []);
  });
}
