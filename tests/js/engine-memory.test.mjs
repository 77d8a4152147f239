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

/** How often the memory grows while so many uids arrive in a wheel that has one already. */
const growths = (count, options) =>
  valueOfModule(`${WITH_MEMORY}
    const wheel = new IdleWheel({ driver: 'manual', ...${JSON.stringify(options)} });
    wheel.touch('one');
    let growths = 0;
    let before = memory.buffer.byteLength;
    for (let uid = 1; uid < ${count}; uid++) {
      wheel.touch(uid);
      if (memory.buffer.byteLength !== before) growths++;
      before = memory.buffer.byteLength;
    }
    console.log(growths);
  `);

// Each growth can set off a collection of the host's whole heap.
test('while 300,000 uids arrive the memory grows in few steps', async () => {
  const few = await growths(300_000, {});
  assert.ok(few > 0 && few <= 30, `${few} growths`);
});

test('for whom there is capacity the memory does not grow', async () => {
  assert.equal(await growths(300_000, { capacity: 300_000 }), 0);
});

// Node 18's Buffer takes offsets as 32 bits with a sign.
const SIGNED_OFFSETS = `
  const { toString } = Buffer.prototype;
  Buffer.prototype.toString = function (encoding, start, end) {
    if ((start | 0) < 0) throw new RangeError('Index out of range');
    return toString.call(this, encoding, start, end);
  };
`;

for (const [host, before] of [
  ['this host', ''],
  ['a host whose Buffer takes signed offsets', SIGNED_OFFSETS],
]) {
  test(`in ${host} a wheel in the upper half tells its uids, of any length, exactly`, async () => {
    const seen = await valueOfModule(`${before}${WITH_MEMORY}
      memory.grow(${PAGE / 2 + 1000});
      // Those that still find room below.
      const others = Array.from({ length: 500 }, () => new IdleWheel({ driver: 'manual', capacity: 1000 }));
      for (const other of others) other.touch('one');
      const expired = [];
      const wheel = new IdleWheel({ driver: 'manual', capacity: 1000, onExpire: (uid) => expired.push(uid) });
      const uids = ['short', 'x'.repeat(16), 'x'.repeat(36), 'x'.repeat(300), '\u00ff'.repeat(40), '\u4e2d'.repeat(40), 7];
      const handles = uids.map((uid) => wheel.handle(uid));
      const known = wheel.touchMany(uids);
      for (let tick = 0; tick < 20; tick++) wheel.tick();
      const touched = handles.every((handle) => handle.touch());
      const here = [...wheel];
      for (let tick = 0; tick < 31; tick++) wheel.tick();
      console.log(JSON.stringify([known, touched, here.join() === uids.join(), expired.sort().join() === uids.sort().join()]));
    `);
    assert.deepEqual(seen, [0, true, true, true]);
  });
}

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
