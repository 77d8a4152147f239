// remaining(): whole ticks left, in ms; right after a touch T + tick, 0 when due.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel, manualWheel } from './wheels.mjs';

test('remaining() is T + tick right after a touch, one tick less at each tick', () => {
  const { wheel } = manualWheel({ timeout: 30_000, tick: 1000 });
  wheel.touch('uid');
  for (let left = 31_000; left > 0; left -= 1000) {
    assert.equal(wheel.remaining('uid'), left);
    wheel.tick();
  }
  assert.equal(wheel.remaining('uid'), undefined);
});

test('remaining() is T + tick again after the next touch', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  for (let i = 0; i < 30; i++) wheel.tick();
  assert.equal(wheel.remaining('uid'), 1);
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 31);
});

test('remaining() changes nothing: it is no touch', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  let expired = 0;
  for (let i = 0; i < 31; i++) {
    wheel.remaining('uid');
    wheel.has('uid');
    wheel.get('uid');
    expired += wheel.tick();
  }
  assert.equal(expired, 1);
});

test('remaining() is undefined for whoever is not here', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.remaining('nobody'), undefined);
  wheel.touch('uid');
  assert.equal(wheel.remaining('nobody'), undefined);
  wheel.delete('uid');
  assert.equal(wheel.remaining('uid'), undefined);
});

test('remaining() is 0 for whoever is due and not yet delivered', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(['a', 'b', 'c']);
  const seen = [];
  wheel.on('expire', () => {
    for (const uid of ['a', 'b', 'c']) seen.push(wheel.remaining(uid));
  });
  for (let i = 0; i < 31; i++) wheel.tick();
  assert.deepEqual(
    seen.filter((left) => left !== undefined && left !== 0),
    [],
  );
  assert.equal(seen.filter((left) => left === 0).length, 3);
});

test('remaining() is what the ticks say, between them too', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host);
  wheel.touch('uid');
  host.advance(999);
  assert.equal(wheel.remaining('uid'), 31_000);
  host.advance(1);
  assert.equal(wheel.remaining('uid'), 30_000);
});
