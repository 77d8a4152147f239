// Calls made where the stack is nearly full: a RangeError is the caller's, and no trap.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

for (const call of ['stats()', 'tick()', "has('uid')", "touch('new' + Math.random())"]) {
  test(`${call} at the end of the stack leaves the wheel alive`, async () => {
    const seen = await valueOfModule(`
      const { IdleWheel } = await import('./package.mjs');
      const expired = [];
      const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 100_000_000, onExpire: (uid) => expired.push(uid) });
      wheel.touch('uid');
      const visit = () => { try { visit(); } finally { wheel.${call}; } };
      for (let i = 0; i < 20; i++) try { visit(); } catch {}
      wheel.touch('short', { timeout: 20_000 });
      const before = wheel.stats().now;
      for (let i = 0; i < 20_001; i++) wheel.tick();
      console.log(JSON.stringify([wheel.stats().now - before, wheel.touch('uid'), expired]));
    `);
    assert.deepEqual(seen, [20_001, false, ['short']]);
  });
}
