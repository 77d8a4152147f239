// The engine's memory at its edges. Each in a process of its own, which sees the memory that the module instantiates.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const WITH_MEMORY = `
  const Real = WebAssembly.Instance;
  let memory;
  WebAssembly.Instance = function (module, imports) {
    const instance = new Real(module, imports);
    memory = instance.exports.memory;
    return instance;
  };
  const { IdleWheel } = await import('./package.mjs');
  const first = new IdleWheel({ driver: 'manual' });
  first.touch('first');
`;
const PAGE = 65_536;
// One less than 4 GiB has.
const PAGES = 65_535;

test('a wheel in the upper half of the 4 GiB knows its uids', async () => {
  const seen = await valueOfModule(`${WITH_MEMORY}
    memory.grow(${PAGE / 2 + 1000});
    // The first ones still find room below.
    const wheels = Array.from({ length: 500 }, () => new IdleWheel({ driver: 'manual', capacity: 1000 }));
    const wrong = wheels.filter((wheel) => !(wheel.touch('one') && wheel.touchMany(['two', 3, 'one']) === 2 && [...wheel].length === 3 && wheel.handle(3).touch()));
    console.log(JSON.stringify([wrong.length, wheels.length, first.has('first')]));
  `);
  assert.deepEqual(seen, [0, 500, true]);
});

test('where there is no memory to look a long uid up, the call says so, and nothing has changed', async () => {
  const seen = await valueOfModule(`${WITH_MEMORY}
    const long = 'L'.repeat(1_000_000);
    first.touch(long);
    memory.grow(${PAGES} - memory.buffer.byteLength / ${PAGE} - 40);
    for (let size = 500_000, n = 0; size > 10_000; size = Math.floor(size / 2)) {
      try {
        for (;;) first.touch(String(n++).padEnd(size, 'z'));
      } catch (error) {
        if (error.code !== 'CAPACITY') throw error;
      }
    }
    const { size, touches } = first.stats();
    const codes = ['has', 'get', 'delete', 'remaining', 'handle', 'touch'].map((name) => {
      try {
        return String(first[name](long));
      } catch (error) {
        return error.code;
      }
    });
    const { size: sizeAfter, touches: touchesAfter } = first.stats();
    console.log(JSON.stringify([codes, size === sizeAfter, touches === touchesAfter, [...first].includes(long)]));
  `);
  assert.deepEqual(seen, [Array(6).fill('CAPACITY'), true, true, true]);
});

test('a uid that was cut out of a message does not keep the message', async () => {
  const heap = await valueOfModule(
    `
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ driver: 'manual' });
    for (let i = 0; i < 100; i++) {
      const message = Buffer.from(String(i).padStart(36, '0') + 'x'.repeat(1_000_000)).toString('latin1');
      wheel.touch(message.slice(0, 36));
    }
    globalThis.gc();
    console.log(JSON.stringify(process.memoryUsage().heapUsed));
  `,
    { flags: ['--expose-gc'] },
  );
  assert.ok(heap < 50_000_000, `${heap} bytes, where 100 messages are 100 MB`);
});
