// Contract, line 12: expireBatch gets one array of those who were delivered in the turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

for (const n of [1, 100, 5000]) {
  test(`one batch of all ${n}, after their expire listeners, with their values`, () => {
    const { wheel, expired } = manualWheel({ timeout: 1 });
    const batches = [];
    wheel.on('expireBatch', (batch) => {
      assert.equal(expired.length, n, 'after the expire listeners');
      batches.push(batch);
    });
    for (let i = 0; i < n; i++) wheel.touch(`uid${i}`, { value: i });
    assert.equal(run(wheel, 2), n);
    assert.equal(batches.length, 1);
    assert.deepEqual(
      batches[0].map(([uid]) => uid),
      expired,
    );
    for (const [uid, value] of batches[0]) assert.equal(uid, `uid${value}`);
  });
}

test('no batch where nobody expired', () => {
  const { wheel } = manualWheel();
  let batches = 0;
  wheel.on('expireBatch', () => batches++);
  wheel.touch('uid');
  run(wheel, 20);
  wheel.delete('uid');
  run(wheel, 100);
  assert.equal(batches, 0);
});

test('a batch for each tick in which someone expired', () => {
  const { wheel } = manualWheel();
  const batches = [];
  wheel.on('expireBatch', (batch) => batches.push(batch.map(([uid]) => uid).toSorted()));
  wheel.touchMany(['a', 'b']);
  wheel.tick();
  wheel.touch('c');
  run(wheel, 40);
  assert.deepEqual(batches, [['a', 'b'], ['c']]);
});

test('one batch for a gap, in the order of the deadlines', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { timeout: 100_000 });
  const batches = [];
  wheel.on('expireBatch', (batch) => batches.push(batch.map(([uid]) => uid)));
  for (let i = 20; i > 0; i--) wheel.touch(i, { timeout: i * 1000 });
  host.advance(1000);
  host.block(60_000);
  host.advance(0);
  assert.deepEqual(batches, [Array.from({ length: 20 }, (_, i) => i + 1)]);
});

test('who was touched or deleted before delivery is not in it', () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  const batches = [];
  wheel.on('expireBatch', (batch) => batches.push(batch.map(([uid]) => uid)));
  wheel.on('expire', () => {
    if (expired.length > 1) return;
    const [touched, deleted] = wheel;
    wheel.touch(touched);
    wheel.delete(deleted);
  });
  wheel.touchMany(uidsNamed('uid', 10));
  assert.equal(run(wheel, 2), 8);
  assert.equal(batches.length, 1);
  assert.deepEqual(batches[0], expired);
});

for (const how of ['close', 'clear']) {
  test(`with ${how}() in between, the batch is of those before it`, () => {
    const { wheel, expired } = manualWheel({ timeout: 1 });
    const batches = [];
    wheel.on('expireBatch', (batch) => batches.push(batch.map(([uid]) => uid)));
    wheel.on('expire', () => {
      if (expired.length === 3) wheel[how]();
    });
    wheel.touchMany(uidsNamed('uid', 10));
    assert.equal(run(wheel, 1), 0);
    assert.equal(wheel.tick(), 3);
    assert.deepEqual(batches, [expired]);
    assert.equal(expired.length, 3);
  });
}

test('an expireBatch listener alone is enough', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const batches = [];
  const stop = wheel.on('expireBatch', (batch) => batches.push(batch.length));
  wheel.touchMany(['a', 'b']);
  run(wheel, 2);
  stop();
  wheel.touchMany(['a', 'b']);
  run(wheel, 2);
  assert.deepEqual(batches, [2]);
});

test('in expireBatch all of the batch are gone, and may come back', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  wheel.on('expireBatch', (batch) => {
    for (const [uid] of batch) {
      assert.equal(wheel.has(uid), false);
      assert.equal(wheel.touch(uid), true);
    }
  });
  wheel.touchMany(['a', 'b', 'c']);
  run(wheel, 2);
  assert.equal(wheel.size, 3);
});
