// Strangers who send as much as they like: any number of distinct uids against `maxUids`, and uids of a megabyte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const codeOf = (act) => {
  try {
    act();
  } catch (error) {
    return error.code;
  }
  return 'none';
};

test('two hundred thousand distinct uids against maxUids are refused, cost no memory, and those who are here expire in time', () => {
  const { wheel, expired } = manualWheel({ maxUids: 1000 });
  const here = uidsNamed('here ', 1000);
  wheel.touchMany(here);
  wheel.tick();
  const before = wheel.stats();
  let refused = 0;
  // The stack of each error would take most of the time.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  for (let i = 0; i < 200_000; i++) {
    if (codeOf(() => wheel.touch(i % 2 === 0 ? i : `stranger ${i}`)) === 'CAPACITY') refused++;
  }
  Error.stackTraceLimit = stackTraceLimit;
  assert.equal(refused, 200_000);
  assert.deepEqual(wheel.stats(), before);
  assert.equal(run(wheel, 29), 0);
  assert.equal(wheel.tick(), 1000);
  assert.deepEqual(expired.sort(), here.sort());
});

test('a million at once against maxUids: refused as a whole, and memory is there for the next', () => {
  const { wheel } = manualWheel({ maxUids: 1000 });
  wheel.touch('here');
  const crowd = uidsNamed('stranger ', 1_000_000);
  assert.equal(
    codeOf(() => wheel.touchMany(crowd)),
    'CAPACITY',
  );
  const { memory } = wheel.stats();
  for (let round = 0; round < 3; round++) codeOf(() => wheel.touchMany(crowd));
  assert.equal(wheel.stats().memory, memory);
  assert.deepEqual([...wheel], ['here']);
  assert.equal(wheel.touchMany(crowd.slice(0, 999)), 999);
});

test('uids of a megabyte are exact, expire, and give their memory back', () => {
  const long = (i, end) => `${'x'.repeat(1_000_000)}${i}${end}`;
  const { wheel, expired } = manualWheel();
  const before = wheel.touch('uid') && wheel.stats().memory;
  for (const end of ['latin1', '\u4e2d']) {
    wheel.touch('uid');
    for (let i = 0; i < 20; i++) wheel.touch(long(i, end));
    assert.ok(wheel.stats().memory > before + 20_000_000);
    assert.equal(wheel.size, 21);
    assert.equal(wheel.touch(long(7, end)), false);
    assert.equal(wheel.has(long(20, end)), false);
    assert.equal(wheel.delete(long(3, end)), true);
    run(wheel, 30);
    wheel.touch('uid');
    wheel.tick();
    assert.equal(expired.length, 19);
    const expected = Array.from({ length: 20 }, (_, i) => long(i, end)).filter((_, i) => i !== 3);
    assert.deepEqual(new Set(expired.splice(0)), new Set(expected));
    assert.ok(wheel.stats().memory < before + 100_000, `${wheel.stats().memory} bytes are held for one short uid`);
  }
});
