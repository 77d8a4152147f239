// Hosts that lack what others have.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const LIVES = `
  const { IdleWheel } = await import('./package.mjs');
  const controller = new AbortController();
  const expired = [];
  const wheel = new IdleWheel({ timeout: 1000, signal: controller.signal, onExpire: (uid) => expired.push(uid) });
  wheel.touch('uid');
  for (let tick = 0; tick < 2; tick++) {
    now += 1000;
    wheel.tick();
  }
  wheel.touch('next');
  controller.abort();
  console.log(JSON.stringify([expired, wheel.size]));
`;

for (const [what, removal] of [
  ['FinalizationRegistry', 'delete globalThis.FinalizationRegistry;'],
  ['WeakRef', 'delete globalThis.WeakRef;'],
  ['crypto', "Object.defineProperty(globalThis, 'crypto', { value: null });"],
  ['crypto.getRandomValues', "Object.defineProperty(globalThis, 'crypto', { value: { randomUUID() {} } });"],
]) {
  test(`without ${what} a wheel works`, async () => {
    const seen = await valueOfModule(`${removal} let now = 0; performance.now = () => now; ${LIVES}`);
    assert.deepEqual(seen, [['uid'], 0]);
  });
}

for (const [what, value] of [
  ['performance', 'null'],
  ['performance.now', '{}'],
]) {
  test(`without ${what} a wheel goes by Date.now`, async () => {
    const seen = await valueOfModule(
      `let now = 0; Object.defineProperty(globalThis, 'performance', { value: ${value} }); Date.now = () => now; ${LIVES}`,
    );
    assert.deepEqual(seen, [['uid'], 0]);
  });
}

test('errors have their name where Error.prototype is frozen', async () => {
  const seen = await valueOfModule(`
    Object.freeze(Error.prototype);
    const { IdleWheel } = await import('./package.mjs');
    const wheel = new IdleWheel({ driver: 'manual', maxUids: 1 });
    wheel.touch('a');
    try { wheel.touch('b'); } catch (error) { console.log(JSON.stringify([error.name, error.code])); }
  `);
  assert.deepEqual(seen, ['IdleWheelError', 'CAPACITY']);
});
