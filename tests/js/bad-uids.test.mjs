// A uid that is no string and no safe integer: TypeError that names what it got; nothing changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run } from './wheels.mjs';

const hostile = {
  toString() {
    throw new Error('toString was called');
  },
  valueOf() {
    throw new Error('valueOf was called');
  },
  [Symbol.toPrimitive]() {
    throw new Error('toPrimitive was called');
  },
};

const BAD = [
  ['undefined', undefined, /undefined/],
  ['null', null, /null/],
  ['NaN', Number.NaN, /NaN/],
  ['Infinity', Infinity, /Infinity/],
  ['-Infinity', -Infinity, /-Infinity/],
  ['1.5', 1.5, /1\.5/],
  ['2^53', 2 ** 53, /9007199254740992/],
  ['-2^53', -(2 ** 53), /-9007199254740992/],
  ['true', true, /true|boolean/],
  ['1n', 1n, /1n|bigint/i],
  ['a symbol', Symbol('my symbol'), /symbol/i],
  ['an object', {}, /object/i],
  ['an array', ['a'], /array|object/i],
  ['a function', () => {}, /function/i],
  ['a String object', new String('uid'), /object|String/],
  ['a Number object', new Number(1), /object|Number/],
  ['an object without a prototype', Object.create(null), /object/i],
  ["an object that can't be made a string", hostile, /object/i],
];

const METHODS = {
  touch: (wheel, uid) => wheel.touch(uid),
  'touch with options': (wheel, uid) => wheel.touch(uid, { value: 1, timeout: 5 }),
  touchMany: (wheel, uid) => wheel.touchMany(['new', uid]),
  handle: (wheel, uid) => wheel.handle(uid),
  has: (wheel, uid) => wheel.has(uid),
  get: (wheel, uid) => wheel.get(uid),
  remaining: (wheel, uid) => wheel.remaining(uid),
  delete: (wheel, uid) => wheel.delete(uid),
};

for (const [method, use] of Object.entries(METHODS)) {
  for (const [name, uid, named] of BAD) {
    test(`${method}: ${name} is a TypeError that names it`, () => {
      const { wheel } = manualWheel();
      wheel.touch('here');
      run(wheel, 5);
      assert.throws(
        () => use(wheel, uid),
        (error) => {
          assert.equal(error.name, 'TypeError');
          assert.match(error.message, named);
          assert.match(error.message, /uid/);
          return true;
        },
      );
      assert.deepEqual([...wheel], ['here']);
      assert.equal(wheel.stats().touches, 1);
      assert.equal(wheel.remaining('here'), 26);
    });

    test(`${method}: ${name} on a wheel that was never used is the same`, () => {
      assert.throws(() => use(manualWheel().wheel, uid), { name: 'TypeError', message: named });
    });
  }
}

for (const event of ['expired', 'Expire', '', 'close', undefined, null, 1, Symbol('expire'), {}, '__proto__', 'constructor']) {
  test(`on() of the event ${typeof event === 'object' ? JSON.stringify(event) : String(event)} is a TypeError that names it`, () => {
    const { wheel } = manualWheel();
    assert.throws(
      () => wheel.on(event, () => {}),
      (error) => {
        assert.equal(error.name, 'TypeError');
        if (typeof event === 'string' || typeof event === 'number') assert.ok(error.message.includes(event), error.message);
        return true;
      },
    );
  });
}

test('an error about an event says which there are', () => {
  assert.throws(() => manualWheel().wheel.on('expired', () => {}), /expire.*expireBatch.*error/s);
});

for (const event of ['expire', 'expireBatch', 'error']) {
  for (const listener of [undefined, null, 'listener', {}, 5, { handleEvent() {} }]) {
    test(`a listener of ${event} that is ${typeof listener === 'object' ? JSON.stringify(listener) : String(listener)} is a TypeError that names it`, () => {
      const { wheel } = manualWheel();
      assert.throws(() => wheel.on(event, listener), {
        name: 'TypeError',
        message: listener === null || listener === undefined ? new RegExp(String(listener)) : /listener|object|5/,
      });
    });
  }
}

test('a wheel after many refused calls is as it was', () => {
  const { wheel, expired } = manualWheel();
  wheel.touch('here', { value: 1 });
  for (let tick = 0; tick < 30; tick++) {
    for (const [, uid] of BAD) for (const use of Object.values(METHODS)) assert.throws(() => use(wheel, uid), TypeError);
    assert.equal(wheel.tick(), 0);
  }
  assert.equal(wheel.tick(), 1);
  assert.deepEqual(expired, ['here']);
});
