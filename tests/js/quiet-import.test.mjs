// Nothing at import time or in the constructor starts a timer, reads a clock, asks for randomness or compiles WebAssembly.
// pinyin-pro #363, workers-sdk #12886: such a thing at module scope breaks a deployment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const TRAPS = `
  const log = [];
  const trap = (object, name, label = name) => {
    const real = object[name];
    const noted = new Proxy(real, {
      apply(target, self, args) { log.push(label); return Reflect.apply(target, self, args); },
      construct(target, args) { log.push('new ' + label); return Reflect.construct(target, args); },
    });
    Object.defineProperty(object, name, { value: noted, configurable: true, writable: true });
  };
  for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'MessageChannel', 'fetch', 'Date']) trap(globalThis, name);
  for (const name of ['Module', 'Instance', 'Memory', 'compile', 'instantiate', 'compileStreaming', 'instantiateStreaming', 'validate']) {
    trap(WebAssembly, name, 'WebAssembly.' + name);
  }
  trap(performance, 'now', 'performance.now');
  trap(Math, 'random', 'Math.random');
  trap(crypto, 'getRandomValues', 'crypto.getRandomValues');
  trap(crypto, 'randomUUID', 'crypto.randomUUID');
  const realNow = Date.now;
  globalThis.Date.now = () => { log.push('Date.now'); return realNow(); };
`;

test('import and constructor do nothing to the host', async () => {
  const seen = await valueOfModule(`
    ${TRAPS}
    const { IdleWheel } = await import('./package.mjs');
    const atImport = log.splice(0);
    const wheels = [
      new IdleWheel(),
      new IdleWheel({ driver: 'manual', capacity: 1000 }),
      new IdleWheel({ countSleep: true, ref: true, gap: 'forgive', onExpire() {}, signal: new AbortController().signal }),
    ];
    wheels[0].on('expire', () => {});
    const atConstruction = log.splice(0);
    const size = wheels[0].size;
    wheels[1].close();
    const atClose = log.splice(0);
    wheels[0].touch('uid');
    const atTouch = log.splice(0);
    console.log(JSON.stringify({ atImport, atConstruction, atClose, atTouch, size }));
  `);
  assert.deepEqual(seen.atImport, []);
  assert.deepEqual(seen.atConstruction, []);
  assert.deepEqual(seen.atClose, []);
  assert.equal(seen.size, 0);
  // The traps do see: the first touch compiles, seeds, reads the clock and arms the interval.
  for (const name of ['new WebAssembly.Module', 'new WebAssembly.Instance', 'crypto.getRandomValues', 'performance.now', 'setInterval']) {
    assert.ok(seen.atTouch.includes(name), `${name} at the first touch: ${seen.atTouch}`);
  }
});

test('the manual driver needs no timer and no clock, from the first touch to the last tick', async () => {
  const log = await valueOfModule(`
    ${TRAPS}
    const { IdleWheel } = await import('./package.mjs');
    const wheel = new IdleWheel({ driver: 'manual', onExpire() {} });
    for (let i = 0; i < 100; i++) wheel.touch('uid' + i);
    for (let i = 0; i < 31; i++) wheel.tick();
    wheel.touch('again');
    wheel.close();
    console.log(JSON.stringify(log.filter((name) => !name.startsWith('new WebAssembly') && !name.startsWith('crypto'))));
  `);
  assert.deepEqual(log, []);
});

test('it works without a random source, without a MessageChannel and without setImmediate', async () => {
  const expired = await valueOfModule(`
    delete globalThis.crypto;
    delete globalThis.MessageChannel;
    delete globalThis.setImmediate;
    const { IdleWheel } = await import('./package.mjs');
    let clock = 0;
    let tick;
    globalThis.setInterval = (run) => { tick = run; return 1; };
    const expired = [];
    const wheel = new IdleWheel({ clock: () => clock, onExpire: (uid) => expired.push(uid) });
    wheel.touch('uid');
    clock += 1000;
    tick();
    clock += 100_000;
    tick();
    expired.push('after the late call');
    while (wheel.size > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    console.log(JSON.stringify(expired));
  `);
  assert.deepEqual(expired, ['after the late call', 'uid']);
});
