// node-cache #44, cacheable #1130: the timer keeps the process alive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule } from './child.mjs';

test('a process with a live wheel ends by itself', async () => {
  const { code, stdout } = await runModule(`
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ onExpire: () => console.log('expired') });
    wheel.touch('uid');
    const reader = wheel.expirations();
    reader.next();
    process.on('exit', () => console.log('exit with ' + wheel.size));
  `);
  assert.equal(code, 0);
  assert.equal(stdout, 'exit with 1\n');
});

test('with ref: true it ends when the last uid has expired', async () => {
  const { code, stdout } = await runModule(`
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ timeout: 60, tick: 20, ref: true, onExpire: (uid) => console.log('expired ' + uid) });
    wheel.touch('first');
    wheel.touch('last', { timeout: 200 });
    process.on('exit', () => console.log('exit with ' + wheel.size));
  `);
  assert.equal(code, 0);
  assert.equal(stdout, 'expired first\nexpired last\nexit with 0\n');
});

test('with ref: true it ends when the last uid was deleted, and when the wheel was closed', async () => {
  for (const leave of ["wheel.delete('uid')", 'wheel.clear()', 'wheel.close()']) {
    const { code, stdout } = await runModule(`
      import { IdleWheel } from './package.mjs';
      const wheel = new IdleWheel({ ref: true });
      wheel.touch('uid');
      ${leave};
      process.on('exit', () => console.log('exit'));
    `);
    assert.equal(code, 0);
    assert.equal(stdout, 'exit\n');
  }
});

test('with ref: true it waits for the rest of a large turn', async () => {
  const { code, stdout } = await runModule(`
    import { IdleWheel } from './package.mjs';
    let expired = 0;
    const wheel = new IdleWheel({ timeout: 20, tick: 10, ref: true, maxPerTurn: 10, onExpire: () => { expired++; } });
    for (let i = 0; i < 1000; i++) wheel.touch(i);
    process.on('exit', () => console.log(expired));
  `);
  assert.equal(code, 0);
  assert.equal(stdout, '1000\n');
});

test('with ref: true, an interval armed anew after a late tick still keeps the process', async () => {
  const { stdout } = await runModule(`
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ timeout: 100, tick: 20, ref: true, onExpire: () => console.log('expired') });
    wheel.touch('uid');
    setTimeout(() => { for (const end = performance.now() + 70; performance.now() < end; ); if (wheel.has('uid')) wheel.touch('uid'); }, 30);
  `);
  assert.equal(stdout, 'expired\n');
});
