// touchMany(): touches each, returns how many were not here; all or none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

for (const n of [0, 1, 2, 63, 64, 65, 1000, 100_000]) {
  test(`touchMany() of ${n} new uids returns ${n}, and 0 when they are here`, () => {
    const { wheel, expired } = manualWheel();
    const uids = uidsNamed('uid', n);
    assert.equal(wheel.touchMany(uids), n);
    assert.equal(wheel.size, n);
    run(wheel, 20);
    assert.equal(wheel.touchMany(uids), 0);
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), n);
    assert.equal(new Set(expired).size, n);
  });
}

test('strings and integers of all kinds may be mixed', () => {
  const { wheel } = manualWheel();
  const uids = ['a', 1, '1', -1, 2 ** 40, '\u4e2d', 'x'.repeat(5000), '', '\ud800'];
  assert.equal(wheel.touchMany(uids), uids.length);
  for (const uid of uids) assert.equal(wheel.has(uid), true);
  assert.deepEqual(new Set(wheel), new Set(uids));
});

// What does not fit the batch is looked up by itself; one that is alone is a batch of its own.
for (const [what, uid] of [
  ['short', 'uid'],
  ['as long as the scratch area', 'x'.repeat(4096)],
  ['longer than it', 'x'.repeat(4097)],
  ['of accents, longer than it', '\u00e9'.repeat(2049)],
  ['of two bytes a unit, longer than it', '\u4e2d'.repeat(2049)],
]) {
  test(`one known uid alone is touched: ${what}`, () => {
    const { wheel } = manualWheel();
    wheel.touch(uid);
    run(wheel, 20);
    assert.equal(wheel.touchMany([uid]), 0);
    assert.equal(wheel.remaining(uid), 31);
    assert.equal(wheel.stats().touches, 2);
  });
}

test('a uid named twice is one, and counts as two touches', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.touchMany(['a', 'a', 'b', 'a', 0, -0]), 3);
  assert.equal(wheel.size, 3);
  assert.equal(wheel.stats().touches, 6);
});

test('it does the same as a touch of each', () => {
  const one = manualWheel().wheel;
  const many = manualWheel().wheel;
  for (let tick = 0; tick < 100; tick++) {
    const uids = Array.from({ length: tick % 7 }, (_, i) => (tick * 31 + i * 17) % 40);
    let added = 0;
    for (const uid of uids) added += one.touch(uid) ? 1 : 0;
    assert.equal(many.touchMany(uids), added);
    assert.equal(one.tick(), many.tick());
    assert.equal(one.size, many.size);
  }
});

const assertUntouched = (wheel, act, expected) => {
  const before = wheel.stats();
  const left = ['a', 'b'].map((uid) => wheel.remaining(uid));
  assert.throws(act, expected);
  assert.equal(wheel.size, before.size);
  assert.equal(wheel.stats().touches, before.touches);
  assert.deepEqual(
    ['a', 'b'].map((uid) => wheel.remaining(uid)),
    left,
  );
};

for (const bad of [undefined, null, 1.5, Number.NaN, {}, 1n, true, Symbol('bad'), 2 ** 53]) {
  test(`a bad uid at any place (${typeof bad === 'object' ? JSON.stringify(bad) : String(bad)}): nobody is touched`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(['a', 'b']);
    run(wheel, 10);
    const good = ['a', 'new 1', 7, 'b', 'new 2', 'x'.repeat(100)];
    for (let at = 0; at <= good.length; at++) {
      assertUntouched(wheel, () => wheel.touchMany([...good.slice(0, at), bad, ...good.slice(at)]), { name: 'TypeError' });
    }
    const many = uidsNamed('many', 20_000);
    assertUntouched(wheel, () => wheel.touchMany([...many, 'a', bad]), { name: 'TypeError' });
    assert.equal(wheel.has('new 1'), false);
    assert.equal(run(wheel, 20), 0);
    assert.equal(wheel.tick(), 2);
  });
}

test('a hole in the array is undefined, and a bad uid', () => {
  const { wheel } = manualWheel();
  const holey = ['a', 'b'];
  holey[3] = 'd';
  assert.throws(() => wheel.touchMany(holey), { name: 'TypeError', message: /undefined/ });
  assert.equal(wheel.size, 0);
});

test('capacity in the middle: nobody is touched', () => {
  const { wheel } = manualWheel({ maxUids: 5 });
  wheel.touchMany(['a', 'b', 'c']);
  run(wheel, 10);
  assertUntouched(wheel, () => wheel.touchMany(['a', 'new 1', 'b', 'new 2', 'new 3', 'c']), { code: 'CAPACITY' });
  for (let i = 1; i <= 3; i++) assert.equal(wheel.has(`new ${i}`), false);
  assert.equal(run(wheel, 20), 0);
  assert.equal(wheel.tick(), 3);
});

test('a uid named twice needs one place', () => {
  const { wheel } = manualWheel({ maxUids: 3 });
  wheel.touch('a');
  assert.equal(wheel.touchMany(['b', 'b', 'a', 'c', 'c', 'b']), 2);
  assert.equal(wheel.size, 3);
});

test('thousands in an atomic call: capacity at the very last', () => {
  const { wheel } = manualWheel({ maxUids: 50_000 });
  wheel.touchMany(['a', 'b']);
  assertUntouched(wheel, () => wheel.touchMany(uidsNamed('uid', 49_999)), { code: 'CAPACITY' });
  assert.equal(wheel.touchMany(uidsNamed('uid', 49_998)), 49_998);
});

test('values and own timeouts stay', () => {
  const { wheel } = manualWheel();
  wheel.touch('a', { value: 1, timeout: 5 });
  wheel.touchMany(['a', 'b']);
  assert.equal(wheel.get('a'), 1);
  assert.equal(wheel.remaining('a'), 6);
  assert.equal(wheel.remaining('b'), 31);
});

test('what is no array is a TypeError', () => {
  const { wheel } = manualWheel();
  for (const uids of [undefined, null, 5, true]) assert.throws(() => wheel.touchMany(uids), { name: 'TypeError' });
  assert.equal(wheel.size, 0);
});

test('an array whose elements are read by a getter that throws touches nobody', () => {
  const { wheel } = manualWheel();
  const uids = ['a', 'b', 'c'];
  Object.defineProperty(uids, 1, {
    get() {
      throw new Error('getter');
    },
  });
  assert.throws(() => wheel.touchMany(uids), /getter/);
  assert.equal(wheel.size, 0);
});

test('it neither keeps nor changes the array', () => {
  const { wheel } = manualWheel();
  const uids = Object.freeze(['a', 'b']);
  assert.equal(wheel.touchMany(uids), 2);
  assert.deepEqual(uids, ['a', 'b']);
});

test('a refused touchMany() takes back the touches of a uid that was named twice', () => {
  const { wheel } = manualWheel({ maxUids: 3 });
  wheel.touchMany(['a', 'b']);
  const { touches } = wheel.stats();
  assert.throws(() => wheel.touchMany(['c', 'c', 'd', 'a']), { code: 'CAPACITY' });
  assert.equal(wheel.stats().touches, touches);
  assert.equal(wheel.touchMany(['c', 'c', 'c', 'a']), 1);
  assert.equal(wheel.stats().touches, touches + 4);
});
