// The classic ring in JavaScript asks `if (slotIndex)`: whoever sits in slot 0 is taken for absent, stays there when touched again,
// and expires although it was touched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, runToPointer } from './wheels.mjs';

for (let slot = 0; slot < 31; slot++) {
  test(`touched with the pointer at ${slot}, and again later, it does not expire from its old slot`, () => {
    for (let pause = 1; pause <= 30; pause++) {
      const { wheel, expired } = manualWheel();
      runToPointer(wheel, slot);
      assert.equal(wheel.touch('uid'), true);
      run(wheel, pause);
      assert.equal(wheel.touch('uid'), false, 'it is here, whatever its slot');
      run(wheel, 30);
      assert.deepEqual(expired, [], `touched again after ${pause} ticks`);
      assert.equal(wheel.has('uid'), true);
      assert.equal(wheel.tick(), 1);
      assert.deepEqual(expired, ['uid']);
      assert.equal(run(wheel, 100), 0, 'and once only');
    }
  });

  test(`a uid touched at each tick from pointer ${slot} on never expires`, () => {
    const { wheel, expired } = manualWheel();
    runToPointer(wheel, slot);
    for (let tick = 0; tick < 200; tick++) {
      wheel.touch('uid');
      wheel.tick();
    }
    assert.deepEqual(expired, []);
    assert.equal(wheel.size, 1);
  });
}
