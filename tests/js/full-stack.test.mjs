// Calls made where the stack is nearly full. Where it ends outside the engine the error is the caller's and all goes on; where it
// ends inside, nobody knows what was half done there, and the engine says so. Never is a wheel dead without a word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

for (const call of ['stats()', 'tick()', "has('uid')", "touch('new' + Math.random())"]) {
  test(`${call} at the end of the stack: the wheel lives on, or says ENGINE`, async () => {
    const seen = await valueOfModule(`
      const { IdleWheel } = await import('./package.mjs');
      const expired = [];
      const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 100_000_000, onExpire: (uid) => expired.push(uid) });
      wheel.touch('uid');
      const visit = () => { try { visit(); } finally { wheel.${call}; } };
      for (let i = 0; i < 20; i++) try { visit(); } catch {}
      const act = () => {
        wheel.touch('short', { timeout: 20_000 });
        const before = wheel.stats().now;
        for (let i = 0; i < 20_001; i++) wheel.tick();
        return [wheel.stats().now - before, wheel.touch('uid'), [...expired]];
      };
      const outcome = () => { try { return act(); } catch (error) { return error.code; } };
      console.log(JSON.stringify([outcome(), outcome()]));
    `);
    if (seen[0] === 'ENGINE') assert.deepEqual(seen, ['ENGINE', 'ENGINE']);
    else assert.deepEqual(seen[0], [20_001, false, ['short']]);
  });
}
