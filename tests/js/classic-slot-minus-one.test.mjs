// The classic ring in JavaScript files a uid in the slot before the pointer: with the pointer at 0 that is slot -1, which is never looked at.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, runToPointer, uidsNamed } from './wheels.mjs';

for (let slot = 0; slot < 31; slot++) {
  test(`a uid touched with the pointer at ${slot} is looked at on the 31st tick`, () => {
    const { wheel, expired } = manualWheel();
    runToPointer(wheel, slot);
    wheel.touch('uid');
    assert.equal(run(wheel, 30), 0);
    assert.equal(wheel.tick(), 1);
    assert.deepEqual(expired, ['uid']);
    assert.equal(wheel.size, 0);
  });

  test(`whoever is touched with the pointer at ${slot} is in one slot of 31, and leaves none behind`, () => {
    const { wheel } = manualWheel();
    runToPointer(wheel, slot);
    wheel.touchMany(uidsNamed('uid', 10));
    assert.equal(
      wheel
        .stats()
        .slots.flat()
        .reduce((sum, n) => sum + n, 0),
      10,
    );
    run(wheel, 31);
    assert.equal(
      wheel
        .stats()
        .slots.flat()
        .reduce((sum, n) => sum + n, 0),
      0,
    );
  });
}

test('with each pointer position in turn, nobody is left after the last deadline', () => {
  const { wheel, expired } = manualWheel();
  for (let tick = 0; tick < 310; tick++) {
    wheel.touch(tick);
    wheel.tick();
  }
  run(wheel, 31);
  assert.deepEqual(
    expired,
    Array.from({ length: 310 }, (_, i) => i),
  );
});
