// A value left out on a later touch keeps the value that is there; `value: undefined` sets it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const VALUES = [0, -0, '', false, null, Number.NaN, 1n, Symbol('value'), { an: 'object' }, ['array'], () => {}, 'text', new Map()];

test('get() gives the very value that was set, whatever it is', () => {
  const { wheel } = manualWheel();
  VALUES.forEach((value, i) => {
    wheel.touch(i, { value });
  });
  VALUES.forEach((value, i) => {
    assert.ok(Object.is(wheel.get(i), value));
  });
});

test('the listeners get the very value that was set', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const seen = new Map();
  wheel.on('expire', (uid, value) => seen.set(uid, value));
  VALUES.forEach((value, i) => {
    wheel.touch(i, { value });
  });
  run(wheel, 2);
  VALUES.forEach((value, i) => {
    assert.ok(Object.is(seen.get(i), value));
  });
});

test('without a value it is undefined', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  assert.equal(wheel.get('uid'), undefined);
  assert.equal(wheel.get('nobody'), undefined);
});

test('left out on a later touch, the value stays', () => {
  const { wheel } = manualWheel();
  const value = {};
  wheel.touch('uid', { value });
  wheel.touch('uid');
  wheel.touch('uid', {});
  wheel.touch('uid', { timeout: 5 });
  wheel.touch('uid', undefined);
  wheel.touchMany(['uid']);
  wheel.handle('uid').touch();
  assert.equal(wheel.get('uid'), value);
});

test('value: undefined sets it', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid', { value: 'there' });
  wheel.touch('uid', { value: undefined });
  assert.equal(wheel.get('uid'), undefined);
  wheel.handle('uid', { value: 'there' });
  assert.equal(wheel.get('uid'), 'there');
  wheel.handle('uid', { value: undefined });
  assert.equal(wheel.get('uid'), undefined);
});

test('a later value takes the place of the earlier one', () => {
  const { wheel } = manualWheel();
  for (const value of VALUES) {
    wheel.touch('uid', { value });
    assert.ok(Object.is(wheel.get('uid'), value));
  }
});

test('a value leaves with its uid: whoever takes the place has none', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  for (const leave of [(uid) => wheel.delete(uid), () => run(wheel, 2), () => wheel.clear()]) {
    for (let i = 0; i < 100; i++) wheel.touch(`old ${i}`, { value: 'old' });
    for (let i = 0; i < 100; i++) leave(`old ${i}`);
    assert.equal(wheel.size, 0);
    for (let i = 0; i < 200; i++) {
      wheel.touch(`new ${i}`);
      assert.equal(wheel.get(`new ${i}`), undefined);
    }
    wheel.clear();
  }
});

test('values stay with their uids through growth and churn', () => {
  const { wheel } = manualWheel();
  for (let i = 0; i < 50_000; i++) {
    wheel.touch(`uid${i}`, { value: i });
    if (i % 3 === 0) wheel.delete(`uid${i}`);
  }
  for (let i = 0; i < 50_000; i++) assert.equal(wheel.get(`uid${i}`), i % 3 === 0 ? undefined : i);
  for (const [uid, value] of wheel.entries()) assert.equal(uid, `uid${value}`);
  for (const [uid, value] of wheel.close()) assert.equal(uid, `uid${value}`);
});

test('a wheel lets go of a value when its uid leaves', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { wheel } = manualWheel({ timeout: 1 });
  const leaving = [
    ['expired', () => run(wheel, 2)],
    ['deleted', () => wheel.delete('uid')],
    ['cleared', () => wheel.clear()],
    ['overwritten', () => wheel.touch('uid', { value: undefined })],
    ['closed', () => wheel.close()],
  ];
  for (const [how, leave] of leaving) {
    const reference = (() => {
      const value = { big: new Array(1000).fill(how) };
      wheel.touch('uid', { value });
      leave();
      return new WeakRef(value);
    })();
    for (let i = 0; i < 10 && reference.deref() !== undefined; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    assert.equal(reference.deref(), undefined, how);
  }
});

test('get() is no touch', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 3));
  for (let i = 0; i < 30; i++) {
    wheel.get('uid0');
    wheel.tick();
  }
  assert.equal(wheel.tick(), 3);
});

test('touch() tells whether the uid is new', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.touch('uid'), true);
  assert.equal(wheel.touch('uid'), false);
  assert.equal(wheel.touch('uid', { value: 1, timeout: 5 }), false);
  wheel.delete('uid');
  assert.equal(wheel.touch('uid'), true);
  wheel.clear();
  assert.equal(wheel.touch('uid'), true);
  run(wheel, 31);
  assert.equal(wheel.touch('uid'), true);
});

test('unknown options of a touch are ignored', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.touch('uid', { valu: 1, colour: 'red' }), true);
  assert.equal(wheel.get('uid'), undefined);
  wheel.handle('uid', { colour: 'red' });
});
