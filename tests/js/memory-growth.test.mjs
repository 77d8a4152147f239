// wasm-bindgen #1668: a view into memory is detached by growth. Here memory grows between any two calls, in callbacks, between a tick and what is
// read of it, and in the midst of iterations; each time it is seen to have grown, and nobody notices. In processes of their own, which see the
// memory that the module instantiates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const GROWING = `
  let memory;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, args) {
      const instance = Reflect.construct(target, args);
      memory ??= Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      return instance;
    },
  });
  const { IdleWheel } = await import('./package.mjs');
  const { manualWheel, run, uidsNamed } = await import('./wheels.mjs');
  const hoard = [];
  /** Other wheels take memory until it grows. */
  const grow = () => {
    const before = memory.buffer;
    while (memory.buffer === before) {
      const wheel = new IdleWheel({ driver: 'manual', capacity: 256 });
      wheel.touch('hoarder');
      hoard.push(wheel);
    }
  };
  const LONG = 'x'.repeat(5000);
  const WIDE = '\\u4e2d'.repeat(30);
  const uids = ['short', LONG, WIDE, 7, 2 ** 50, '', '\\ud800'];
`;

const print = (value) => `console.log(JSON.stringify(${value}));`;

test('memory that grows between any two calls changes no result', async () => {
  const [still, growing] = await valueOfModule(`${GROWING}
    const calls = (between) => {
      const { wheel, expired } = manualWheel();
      const results = [];
      const note = (result) => { results.push(result); between(); };
      for (const uid of uids) {
        note(wheel.touch(uid, { value: String(uid).length }));
        note(wheel.touch(uid));
        const handle = wheel.handle(uid);
        note(handle.uid);
        note(handle.alive);
        note(handle.touch());
        note([wheel.has(uid), wheel.get(uid), wheel.remaining(uid)]);
        note(wheel.touchMany([uid, 'many ' + uid]));
        note(wheel.delete('many ' + uid));
        note([...wheel.entries()].map(([uid, value]) => [uid, value]).sort());
        note(wheel.stats().slots);
        note(wheel.ticksToExpiry);
        note(wheel.tick());
      }
      for (let tick = 0; tick < 31; tick++) note(wheel.tick());
      note(wheel.touchMany(uids));
      note(wheel.close().sort());
      return [...results, ...expired];
    };
    const still = calls(() => {});
    const growing = calls(grow);
    ${print('[still, growing]')}
  `);
  assert.ok(still.length > 100);
  assert.deepEqual(growing, still);
});

test('memory that grows in each callback leaves the records of the others as they were', async () => {
  const seen = await valueOfModule(`${GROWING}
    const { wheel, expired } = manualWheel();
    const all = [...uids, ...uidsNamed('uid', 300), ...uidsNamed(LONG, 20), ...uidsNamed(WIDE, 20)];
    for (const uid of all) wheel.touch(uid, { value: uid });
    const problems = [];
    const batches = [];
    wheel.on('expire', (uid, value) => {
      if (uid !== value) problems.push(String(uid).slice(0, 20));
      if (expired.length > all.length) return;
      if (expired.length % 10 === 0) grow();
      for (let i = 0; i < 5; i++) wheel.touch('new ' + expired.length + ' ' + i + LONG, { value: 'new ' + expired.length + ' ' + i + LONG });
    });
    wheel.on('expireBatch', (batch) => { grow(); batches.push(...batch.map(([uid]) => uid)); });
    run(wheel, 31);
    const missing = all.filter((uid) => !expired.includes(uid));
    ${print('{ all: all.length, count: [expired.length, batches.length], size: wheel.size, later: [run(wheel, 30), run(wheel, 1)], missing, problems }')}
  `);
  const { all } = seen;
  assert.deepEqual(seen, { all, count: [all, all], size: 5 * all, later: [0, 5 * all], missing: [], problems: [] });
});

test('memory that grows between a tick and the reading of its expirations changes none of them', async () => {
  const seen = await valueOfModule(`${GROWING}
    const { wheel, expired } = manualWheel();
    const iterator = wheel.expirations();
    for (const uid of uids) wheel.touch(uid, { value: uid });
    run(wheel, 31);
    grow();
    const read = [];
    for (let i = 0; i < uids.length; i++) { read.push((await iterator.next()).value); grow(); }
    ${print('{ same: read.every(([uid, value]) => uid === value), read: read.length, expired: expired.length, uids: uids.length }')}
  `);
  assert.deepEqual(seen, { same: true, read: seen.uids, expired: seen.uids, uids: seen.uids });
});

test('memory that grows while the wheel is iterated hides nobody and shows nobody twice', async () => {
  const seen = await valueOfModule(`${GROWING}
    const { wheel } = manualWheel();
    const all = [...uids, ...uidsNamed('uid', 100), ...uidsNamed(WIDE, 50), ...uidsNamed(LONG, 50)];
    for (const uid of all) wheel.touch(uid, { value: uid });
    const met = [];
    for (const uid of wheel) { met.push(uid); grow(); }
    const entries = [];
    for (const entry of wheel.entries()) { entries.push(entry); if (entries.length % 7 === 0) grow(); }
    const same = entries.every(([uid, value]) => uid === value);
    ${print('{ same, met: [met.length, new Set(met).size], entries: entries.length, all: all.length, missing: all.filter((uid) => !met.includes(uid)) }')}
  `);
  assert.deepEqual(seen, { same: true, met: [seen.all, seen.all], entries: seen.all, all: seen.all, missing: [] });
});

test('memory that grows within touchMany() mixes up nobody', async () => {
  const seen = await valueOfModule(`${GROWING}
    const { wheel } = manualWheel();
    const all = [...uids, ...uidsNamed('uid', 5000), ...uidsNamed(WIDE, 2000), ...uidsNamed(LONG, 500)];
    manualWheel().wheel.touch('the first, which starts the engine');
    const before = memory.buffer;
    const added = wheel.touchMany(all);
    const grew = memory.buffer !== before;
    ${print('{ added, grew, again: wheel.touchMany(all), all: all.length, size: new Set(wheel).size, touches: wheel.stats().touches }')}
  `);
  assert.deepEqual(seen, { added: seen.all, grew: true, again: 0, all: seen.all, size: seen.all, touches: 2 * seen.all });
});
