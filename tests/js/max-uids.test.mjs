// A new uid beyond maxUids: CAPACITY; everyone who is here stays, and goes on to expire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheelError } from './package.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

const isCapacity = (error) => {
  assert.ok(error instanceof IdleWheelError);
  assert.ok(error instanceof Error);
  assert.equal(error.code, 'CAPACITY');
  assert.match(error.message, /3/, 'the limit is named');
  return true;
};

test('a new uid beyond maxUids is refused; who is here can be touched', () => {
  const { wheel } = manualWheel({ maxUids: 3 });
  wheel.touchMany(['a', 'b', 'c']);
  assert.throws(() => wheel.touch('d'), isCapacity);
  assert.throws(() => wheel.touch(4, { value: 1, timeout: 5 }), isCapacity);
  assert.throws(() => wheel.handle('d'), isCapacity);
  assert.throws(() => wheel.touchMany(['a', 'd']), isCapacity);
  assert.equal(wheel.size, 3);
  assert.equal(wheel.has('d'), false);
  assert.equal(wheel.touch('a'), false);
  assert.equal(wheel.touchMany(['a', 'b', 'c']), 0);
});

test('after a refusal everyone who is here goes on to expire, on time', () => {
  const { wheel, expired } = manualWheel({ maxUids: 3 });
  wheel.touchMany(['a', 'b', 'c']);
  for (let i = 0; i < 30; i++) {
    assert.throws(() => wheel.touch('d'), isCapacity);
    assert.equal(wheel.tick(), 0);
  }
  assert.equal(wheel.tick(), 3);
  assert.deepEqual(expired.toSorted(), ['a', 'b', 'c']);
});

test('there is room again when someone leaves', () => {
  const { wheel } = manualWheel({ maxUids: 3 });
  wheel.touchMany(['a', 'b', 'c']);
  wheel.delete('a');
  assert.equal(wheel.touch('d'), true);
  assert.throws(() => wheel.touch('e'), isCapacity);
  run(wheel, 31);
  assert.equal(wheel.touchMany(['a', 'b', 'c']), 3);
  wheel.clear();
  assert.equal(wheel.touchMany(['d', 'e', 'f']), 3);
});

test('when expire fires its place is free', () => {
  const { wheel } = manualWheel({ maxUids: 3, timeout: 1 });
  wheel.touchMany(['a', 'b', 'c']);
  const refused = [];
  wheel.on('expire', (uid) => {
    wheel.touch(`after ${uid}`);
    try {
      wheel.touch('one more');
    } catch (error) {
      refused.push(error.code);
    }
  });
  run(wheel, 2);
  assert.deepEqual([...wheel].toSorted(), ['after a', 'after b', 'after c']);
  assert.deepEqual(refused, ['CAPACITY', 'CAPACITY', 'CAPACITY']);
});

test('a refusal counts no touch', () => {
  const { wheel } = manualWheel({ maxUids: 1 });
  wheel.touch('a');
  assert.throws(() => wheel.touch('b'), { code: 'CAPACITY' });
  assert.equal(wheel.stats().touches, 1);
});

test('the limit holds for two hundred thousand', () => {
  const { wheel } = manualWheel({ maxUids: 200_000 });
  wheel.touchMany(uidsNamed('uid', 200_000));
  assert.throws(() => wheel.touch('more'), { code: 'CAPACITY', message: /200000|200 000/ });
  assert.equal(wheel.size, 200_000);
});

test('a refusal on the interval driver leaves the ticks going', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { maxUids: 1 });
  wheel.touch('a');
  assert.throws(() => wheel.touch('b'), { code: 'CAPACITY' });
  host.advance(31_000);
  assert.equal(expired.length, 1);
  assert.deepEqual(host.intervals, []);
});

test('an IdleWheelError names itself', () => {
  const error = new IdleWheelError('CLOSED', 'a message', { cause: 'a cause' });
  assert.equal(error.name, 'IdleWheelError');
  assert.equal(error.code, 'CLOSED');
  assert.equal(error.message, 'a message');
  assert.equal(error.cause, 'a cause');
  assert.match(String(error.stack), /max-uids\.test/);
});
