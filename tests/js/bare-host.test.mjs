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

test('a Map that takes nobody more loses no touch, and leaves none half done', async () => {
  const seen = await valueOfModule(`
    const { IdleWheel } = await import('./package.mjs');
    const expired = [];
    const wheel = new IdleWheel({ driver: 'manual', onExpire: (uid) => expired.push(uid) });
    Map.prototype.set = () => { throw new RangeError('Map maximum size exceeded'); };
    const touched = [wheel.touch('one'), wheel.touch('one'), wheel.touchMany(['one', 'two', 'three']), wheel.handle('two').touch(), wheel.size];
    for (let tick = 0; tick < 31; tick++) wheel.tick();
    console.log(JSON.stringify([touched, expired.sort(), wheel.stats().touches]));
  `);
  assert.deepEqual(seen, [[true, false, 2, true, 3], ['one', 'three', 'two'], 7]);
});

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

test('a clearInterval that throws is told to the error listeners, and whoever left or closed has done so all the same', async () => {
  const seen = await valueOfModule(`
    const { IdleWheel } = await import('./package.mjs');
    const clearReal = globalThis.clearInterval;
    globalThis.clearInterval = () => { throw new Error('not cleared'); };
    let now = 0;
    const make = () => {
      const errors = [];
      const wheel = new IdleWheel({ timeout: 1000, clock: () => now });
      wheel.on('error', (error) => errors.push(error.message));
      wheel.touch('uid');
      return { wheel, errors };
    };
    const acts = [(wheel) => wheel.close().length, (wheel) => wheel.clear() ?? 'cleared', (wheel) => wheel.delete('uid'), (wheel) => {
      now += 1000;
      wheel.tick();
      now += 1000;
      return wheel.tick();
    }];
    const results = acts.map((act) => {
      const { wheel, errors } = make();
      return [act(wheel), wheel.size, errors];
    });
    // So that the process ends: those that nobody cleared are unrefed.
    globalThis.clearInterval = clearReal;
    console.log(JSON.stringify(results));
  `);
  assert.deepEqual(seen, [
    [1, 0, ['not cleared']],
    ['cleared', 0, ['not cleared']],
    [true, 0, ['not cleared']],
    [1, 0, ['not cleared']],
  ]);
});
