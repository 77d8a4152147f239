// A touch of a known uid and a tick without expiries allocate nothing on the JavaScript heap and nothing in WebAssembly. Counted: in a process
// whose young generation is so large that it is not collected meanwhile, the heap in use grows by what was allocated, and by nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const FLAGS = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64', '--no-lazy-feedback-allocation', '--single-threaded'];
const OPERATIONS = 100_000;
// Less than the smallest object by far, and more than what the runtime itself allocates now and then.
const BOUND = 0.25; // bytes per operation

/** What each of some operations allocates, in one process, on a wheel of as many strings and as many integers as `crowd` says. */
const measure = (crowd, bodies, timeout = 2 ** 31 - 1) =>
  valueOfModule(
    `
    import { IdleWheel } from './package.mjs';
    const wheel = new IdleWheel({ timeout: ${timeout}, tick: 1, driver: 'manual' });
    const kept = Array.from({ length: ${crowd} }, (_, i) => 'kept uid number ' + i);
    const fresh = kept.map((uid) => Buffer.from(uid).toString('latin1'));
    const long = 'a long uid '.repeat(20);
    const wide = '\\u4e2d\\u6587 wide';
    const large = 2 ** 40;
    const n = kept.length;
    wheel.touchMany([...kept, ...kept.keys(), long, wide, large]);
    const handles = kept.map((uid) => wheel.handle(uid));
    let sink;
    let next = 0;
    const acts = {
      ${Object.entries(bodies).map(
        ([name, body]) => `${JSON.stringify(name)}: (operations) => {
          const end = next + operations;
          for (let i = next; i < end; i++) { ${body} }
          next = end;
        }`,
      )}
    };
    const bytes = () => process.memoryUsage().heapUsed;
    const seen = {};
    for (const [name, act] of Object.entries(acts)) {
      for (let round = 0; round < 20; round++) act(${OPERATIONS} / 5);
      const { memory } = wheel.stats();
      const runs = [];
      for (let run = 0; run < 4; run++) {
        globalThis.gc();
        const before = bytes();
        const ofTheMeasure = bytes() - before;
        const start = bytes();
        act(${OPERATIONS});
        runs.push((bytes() - start - ofTheMeasure) / ${OPERATIONS});
      }
      seen[name] = { perOperation: Math.min(...runs), runs, grown: wheel.stats().memory - memory, size: wheel.size };
    }
    globalThis.sink = sink;
    console.log(JSON.stringify(seen));
  `,
    { flags: FLAGS },
  );

test('the measure sees an object of 16 bytes an operation, and nothing where there is nothing', async () => {
  const { object, nothing } = await measure(100, { nothing: 'sink = i & 1;', object: 'sink = { i }; globalThis.sink = sink;' });
  assert.ok(object.perOperation >= 16 && object.perOperation <= 64, JSON.stringify(object));
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
  'a tick without expiries': 'sink = wheel.tick();',
};

// Timeouts so short that each entry is filed anew several times, and so long that none expires before its next touch.
const TOUCHES_AND_TICKS = {
  'touches and ticks in turn, with entries filed anew': `
    wheel.touch(kept[i % n]);
    handles[i % n].touch();
    wheel.touch(i % n);
    if (i % 100 === 0) {
      wheel.touch(long);
      wheel.touch(wide);
      wheel.touch(large);
      sink = wheel.tick();
    }`,
};

const once = (make) => {
  let made;
  return () => (made ??= make());
};

// A small wheel has a cache in front; beyond a few 100 000 uids it is dropped.
for (const [crowd, timeout] of [
  [50, 40],
  [150_000, 3000],
]) {
  for (const [operations, measured] of [
    [OPERATIONS_OF, once(() => measure(crowd, OPERATIONS_OF))],
    [TOUCHES_AND_TICKS, once(() => measure(crowd, TOUCHES_AND_TICKS, timeout))],
  ]) {
    for (const what of Object.keys(operations)) {
      test(`${what}: nothing is allocated, with ${2 * crowd} uids here`, async () => {
        const { perOperation, runs, grown, size } = (await measured())[what];
        assert.equal(size, 2 * crowd + 3, 'nobody has expired');
        assert.ok(perOperation < BOUND, `${perOperation} bytes per operation: ${runs}`);
        assert.equal(grown, 0, 'bytes in WebAssembly');
      });
    }
  }
}
