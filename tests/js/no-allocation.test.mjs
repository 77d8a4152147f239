// A touch of a known uid and a tick without expiries allocate nothing on the JavaScript heap and nothing in WebAssembly. Counted: in a process
// whose young generation is so large that it is not collected meanwhile, the heap in use grows by what was allocated, and by nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--no-lazy-feedback-allocation', '--single-threaded'];
const OPERATIONS = 200_000;
// Less than the smallest object by far, and more than what the runtime itself allocates now and then.
const BOUND = 0.25; // bytes per operation

const measure = (crowd, body) =>
  valueOfModule(
    `
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ timeout: 1_000_000, tick: 1, driver: 'manual' });
    const kept = Array.from({ length: ${crowd} }, (_, i) => 'kept uid number ' + i);
    wheel.touchMany(kept);
    for (let i = 0; i < ${crowd}; i++) wheel.touch(i);
    const handles = kept.map((uid) => wheel.handle(uid));
    const fresh = kept.map((uid) => Buffer.from(uid).toString('latin1'));
    const long = 'a long uid '.repeat(20);
    wheel.touch(long);
    const wide = '\\u4e2d\\u6587 wide';
    wheel.touch(wide);
    const large = 2 ** 40;
    wheel.touch(large);
    const many = kept.slice(0, 64);
    const n = kept.length;
    let sink;
    const act = (operations) => { for (let i = 0; i < operations; i++) { ${body} } };
    for (let round = 0; round < 20; round++) act(${OPERATIONS} / 10);
    const { memory } = wheel.stats();
    const runs = [];
    for (let run = 0; run < 5; run++) {
      globalThis.gc();
      const before = process.memoryUsage().heapUsed;
      const nothing = process.memoryUsage().heapUsed - before;
      const start = process.memoryUsage().heapUsed;
      act(${OPERATIONS});
      runs.push((process.memoryUsage().heapUsed - start - nothing) / ${OPERATIONS});
    }
    globalThis.sink = sink;
    console.log(JSON.stringify({ perOperation: Math.min(...runs), runs, grown: wheel.stats().memory - memory, size: wheel.size }));
  `,
    { flags: FLAGS },
  );

test('the measure sees an object of 16 bytes an operation, and nothing where there is nothing', async () => {
  const object = await measure(100, 'sink = { i }; globalThis.sink = sink;');
  assert.ok(object.perOperation >= 12 && object.perOperation <= 64, JSON.stringify(object));
  const nothing = await measure(100, 'sink = i & 1;');
  assert.ok(nothing.perOperation < BOUND, JSON.stringify(nothing));
});

const OPERATIONS_OF = {
  'touch of a kept string': 'sink = wheel.touch(kept[i % n]);',
  'touch of a fresh string': 'sink = wheel.touch(fresh[i % n]);',
  'touch of an integer': 'sink = wheel.touch(i % n);',
  'touch of a large integer': 'sink = wheel.touch(large);',
  'touch of a long string': 'sink = wheel.touch(long);',
  'touch of a wide string': 'sink = wheel.touch(wide);',
  'touch by handle': 'sink = handles[i % n].touch();',
  'touchMany of 64': 'sink = wheel.touchMany(many);',
  has: 'sink = wheel.has(kept[i % n]);',
  'a tick without expiries': 'sink = wheel.tick();',
  'touches and ticks in turn, with entries filed anew': 'wheel.touch(kept[i % n]); if (i % 100 === 0) sink = wheel.tick();',
};

// A small wheel has a cache in front; beyond a few 100 000 uids it is dropped.
for (const crowd of [50, 150_000]) {
  for (const [what, body] of Object.entries(OPERATIONS_OF)) {
    test(`${what} allocates nothing, with ${2 * crowd} uids here`, async () => {
      const seen = await measure(crowd, body);
      assert.equal(seen.size, 2 * crowd + 3, 'nobody has expired');
      assert.ok(seen.perOperation < BOUND, `${seen.perOperation} bytes per operation: ${seen.runs}`);
      assert.equal(seen.grown, 0, 'bytes in WebAssembly');
    });
  }
}
