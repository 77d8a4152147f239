// express-session #284, netty 3d81afb8a5: entries that nobody asks for are never freed. Here memory comes back for reuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { valueOfModule } from './child.mjs';
import { manualWheel, run } from './wheels.mjs';

/** How many long uids are here at once varies a little, and so does their peak; a leak of a byte or two a life would be more than that. */
const assertLevel = (rounds) => {
  const middle = rounds[rounds.length / 2];
  assert.ok(rounds.at(-1) <= middle * 1.01, `bytes after each round: ${rounds}`);
};

const churn = {
  'that expire': (wheel, uid) => {
    wheel.touch(uid, { value: uid });
    wheel.tick();
  },
  'that are deleted': (wheel, uid) => {
    wheel.touch(uid);
    wheel.delete(uid);
  },
  'that are deleted by handle': (wheel, uid) => {
    wheel.handle(uid).delete();
  },
};

for (const [how, live] of Object.entries(churn)) {
  for (const [what, name] of [
    ['short uids', (i) => `uid${i}`],
    ['integers', (i) => i],
    ['uids of all lengths', (i) => `${i}${'long'.repeat((i * 7919) % 100)}`],
  ]) {
    test(`memory levels off under churn of ${what} ${how}`, () => {
      const { wheel, expired } = manualWheel();
      const after = [];
      for (let round = 0; round < 10; round++) {
        for (let i = 0; i < 10_000; i++) live(wheel, name(round * 10_000 + i));
        expired.length = 0;
        after.push(wheel.stats().memory);
      }
      assertLevel(after);
    });
  }
}

test('a crowd that comes and goes finds its memory again', () => {
  const { wheel } = manualWheel();
  const after = [];
  for (let round = 0; round < 6; round++) {
    for (let i = 0; i < 20_000; i++) wheel.touch(`uid ${round} ${i} ${'x'.repeat(i % 100)}`);
    if (round % 2) wheel.clear();
    else run(wheel, 31);
    after.push(wheel.stats().memory);
  }
  assertLevel(after);
});

test('touches of who is here take no memory, whatever their timeouts', () => {
  const { wheel } = manualWheel();
  for (let i = 0; i < 1000; i++) wheel.touch(i);
  const at = [];
  for (let round = 0; round < 200; round++) {
    for (let i = 0; i < 1000; i++) wheel.touch(i, { timeout: 40 + ((i * 31 + round * 7) % 5000) });
    wheel.tick();
    at.push(wheel.stats().memory);
  }
  assert.equal(wheel.size, 1000);
  assert.equal(at[199], at[150], String(at.filter((_, i) => i % 20 === 0)));
});

// The size of the whole WebAssembly memory, which is not in the API: taken from the instance as it is made.
const WATCHED = `
  let memory;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, args) {
      const instance = Reflect.construct(target, args);
      memory ??= Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      return instance;
    },
  });
  const { IdleWheel } = await import('./package.mjs');
  const bytes = () => memory.buffer.byteLength;
`;

for (const [how, close] of [
  ['close()', 'wheel.close();'],
  ['Symbol.dispose', 'wheel[Symbol.dispose]();'],
  ['a signal', 'controller.abort();'],
  [
    'close() in a callback',
    "wheel.on('expire', () => wheel.close()); for (let tick = 0; tick < 31; tick++) wheel.size > 0 && wheel.tick();",
  ],
  [
    'a signal in a callback',
    "wheel.on('expire', () => controller.abort()); for (let tick = 0; tick < 31; tick++) wheel.size > 0 && wheel.tick();",
  ],
]) {
  test(`a wheel closed by ${how} gives its memory back`, async () => {
    const seen = await valueOfModule(`${WATCHED}
      const seen = [];
      for (let i = 0; i < 150; i++) {
        const controller = new AbortController();
        const wheel = new IdleWheel({ driver: 'manual', signal: controller.signal });
        for (let uid = 0; uid < 1000; uid++) wheel.touch('uid ' + i + ' ' + uid + 'x'.repeat(uid % 200));
        ${close}
        if (i % 50 === 49) seen.push(bytes());
      }
      console.log(JSON.stringify(seen));
    `);
    assert.equal(seen[2], seen[0], String(seen));
  });
}

test('a wheel declared with `using` is closed at the end of its block, however that is left', async () => {
  // Not every Node that is supported knows `using`: as compilers make of it.
  const { code } = await transform(
    `
    const left = [];
    const use = (i, how) => {
      using wheel = new IdleWheel({ driver: 'manual' });
      for (let uid = 0; uid < 1000; uid++) wheel.touch('uid ' + i + ' ' + uid + 'x'.repeat(uid % 200));
      left.push(wheel);
      if (how === 1) return;
      if (how === 2) throw new Error('thrown');
    };
    const seen = [];
    for (let i = 0; i < 150; i++) {
      try { use(i, i % 3); } catch (error) { if (error.message !== 'thrown') throw error; }
      if (i % 50 === 49) seen.push(bytes());
    }
    console.log(JSON.stringify({ seen, closed: left.splice(0).filter((wheel) => wheel.size === 0).length }));`,
    { target: 'es2022' },
  );
  const { seen, closed } = await valueOfModule(`${WATCHED}${code}`);
  assert.equal(closed, 150);
  assert.equal(seen[2], seen[0], String(seen));
});

test('wasm-bindgen #3917: a wheel that is collected gives its memory back', async () => {
  const seen = await valueOfModule(
    `${WATCHED}
      const seen = [];
      for (let i = 0; i < 150; i++) {
        const wheel = new IdleWheel({ driver: 'manual' });
        for (let uid = 0; uid < 1000; uid++) wheel.touch('uid ' + uid + 'x'.repeat(uid % 200));
        wheel.handle('uid 1');
        if (i % 10 === 9) {
          globalThis.gc();
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        if (i % 50 === 49) seen.push(bytes());
      }
      console.log(JSON.stringify(seen));
    `,
    { flags: ['--expose-gc'] },
  );
  // Fifty wheels take 15 MB; the host decides when it collects each, so a few may be left at any time.
  assert.ok(seen[2] - seen[1] < 2_000_000, String(seen));
});

test('an interval wheel that nobody holds goes on as long as someone is here, and is collected after', async () => {
  const seen = await valueOfModule(
    `${WATCHED}
      const expired = [];
      let collected = false;
      const registry = new FinalizationRegistry(() => { collected = true; });
      (() => {
        const wheel = new IdleWheel({ timeout: 40, tick: 10, ref: true, onExpire: (uid) => expired.push(uid) });
        registry.register(wheel);
        wheel.touch('uid');
      })();
      while (expired.length === 0) { globalThis.gc(); await new Promise((resolve) => setTimeout(resolve, 5)); }
      for (let i = 0; i < 200 && !collected; i++) { globalThis.gc(); await new Promise((resolve) => setTimeout(resolve, 5)); }
      console.log(JSON.stringify([expired, collected]));
    `,
    { flags: ['--expose-gc'] },
  );
  assert.deepEqual(seen, [['uid'], true]);
});

test('the heap of JavaScript levels off under churn of uids, values, handles, listeners, readers and errors', async () => {
  const after = await valueOfModule(
    `
      import { IdleWheel } from './package.mjs';
      const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 3 });
      wheel.on('error', () => {});
      wheel.on('expire', () => { throw new Error('listener'); });
      wheel.on('expireBatch', () => {});
      const controller = new AbortController();
      const after = [];
      for (let round = 0; round < 6; round++) {
        for (let i = 0; i < 2000; i++) {
          const uid = 'uid ' + round + ' ' + i + 'x'.repeat(i % 100);
          wheel.touch(uid, { value: { uid }, timeout: 1 + i % 50 });
          wheel.touchMany([i, 'many ' + round + ' ' + i]);
          const handle = wheel.handle('handle ' + round + ' ' + i, { value: [i] });
          if (i % 2) handle.delete();
          wheel.on('expire', () => {})();
          const reader = wheel.expirations({ signal: controller.signal });
          for (const other of wheel) { if (other !== uid) break; }
          wheel.tick();
          await reader.return();
          if (round === 0 && i % 1000 === 0) wheel.clear();
        }
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 1));
        globalThis.gc();
        after.push(process.memoryUsage().heapUsed);
      }
      console.log(JSON.stringify(after));
    `,
    { flags: ['--expose-gc'] },
  );
  // 8 000 lives a round, in three rounds: a leak of 13 bytes each would show.
  assert.ok(after.at(-1) - after[2] < 300_000, `bytes after each round: ${after}`);
});
