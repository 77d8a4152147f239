// V8 and JavaScriptCore hash integers without a key, so that strangers can choose some that collide in a Map: of 20,000 such uids each touch
// took thirty times as long. The engine's own hash is keyed; so no integer may become a key of the host's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run } from './wheels.mjs';

const OPERATIONS = {
  touch: (wheel) => wheel.touch(7),
  'touch of a known uid': (wheel) => wheel.touch(1),
  'touch with a value': (wheel) => wheel.touch(7, { value: 'value', timeout: 3 }),
  touchMany: (wheel) => wheel.touchMany([1, 7, 8, 7, 'string']),
  handle: (wheel) => wheel.handle(7).delete(),
  has: (wheel) => wheel.has(1),
  get: (wheel) => wheel.get(1),
  remaining: (wheel) => wheel.remaining(1),
  delete: (wheel) => wheel.delete(1),
  clear: (wheel) => wheel.clear(),
  iteration: (wheel) => [...wheel, ...wheel.entries()],
  expiry: (wheel) => run(wheel, 31),
  close: (wheel) => wheel.close(),
};

const WATCHED = [
  [Map.prototype, ['get', 'has', 'set', 'delete']],
  [Set.prototype, ['add', 'has', 'delete']],
];

/** The keys that the host's Maps and Sets were asked for meanwhile. */
function keysDuring(act) {
  const keys = [];
  const undo = WATCHED.flatMap(([prototype, names]) =>
    names.map((name) => {
      const real = prototype[name];
      prototype[name] = function (key, ...rest) {
        keys.push(key);
        return Reflect.apply(real, this, [key, ...rest]);
      };
      return () => {
        prototype[name] = real;
      };
    }),
  );
  try {
    act();
  } finally {
    for (const back of undo) back();
  }
  return keys;
}

test('the watch sees the keys of Maps and Sets, however they come in', () => {
  const keys = keysDuring(() => {
    new Map([[1, 'one']]).get(2);
    new Set([3]);
  });
  assert.deepEqual(keys, [1, 2, 3]);
});

for (const [name, operation] of Object.entries(OPERATIONS)) {
  test(`${name}: no integer uid is looked up in a Map or a Set`, () => {
    const { wheel, expired } = manualWheel();
    wheel.touchMany([1, 2, 3, 'known']);
    const keys = keysDuring(() => operation(wheel));
    assert.deepEqual(
      keys.filter((key) => typeof key === 'number'),
      [],
    );
    assert.equal(expired.length, name === 'expiry' ? 4 : 0);
  });
}

// Older V8s hash a string of digits by its number, and the fault is the same.
test('no string that may be an integer written out is a key of a Map, of whatever length that has', () => {
  const { wheel } = manualWheel();
  const digits = ['0', '7', '32768', '4294967295', '9999999999', '0123'];
  const keys = keysDuring(() => {
    for (const uid of digits) wheel.touch(uid);
    for (const uid of digits) assert.equal(wheel.touch(uid), false);
    for (const uid of digits) wheel.delete(uid);
  });
  assert.deepEqual(keys, []);
});

test('the watch sees the strings of the cache', () => {
  const { wheel } = manualWheel();
  assert.deepEqual(
    keysDuring(() => wheel.touch('string')),
    ['string', 'string'],
  );
});
