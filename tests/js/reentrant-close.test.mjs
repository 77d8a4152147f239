// close() from where nobody expects it: the user's clock, a getter of an array. The other wheels of the module live on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { manualWheel } from './wheels.mjs';

const other = () => {
  const { wheel } = manualWheel();
  wheel.touch('other');
  return wheel;
};

test('a clock that closes the wheel in its first touch: CLOSED, and the other wheels live', (t) => {
  fakeHost(t);
  const lives = other();
  for (const touch of ['touch', 'touchMany', 'handle']) {
    const wheel = new IdleWheel({
      clock: () => {
        wheel.close();
        return 0;
      },
    });
    assert.throws(() => wheel[touch](touch === 'touchMany' ? ['a', 'b'] : 'a'), { code: 'CLOSED' });
    assert.equal(lives.touch('other'), false);
  }
});

test('an array whose getters close the wheel, or change their minds, breaks nothing', () => {
  const lives = other();
  const { wheel } = manualWheel();
  wheel.touch('here');
  let reads = 0;
  const fickle = Object.defineProperty(['a', 'b'], 1, { get: () => (reads++ === 0 ? 'b' : { length: 5000, charCodeAt: () => 65 }) });
  assert.equal(wheel.touchMany(fickle), 2);
  const closing = Object.defineProperty(['c', 'd'], 1, {
    get: () => {
      wheel.close();
      return 'd';
    },
  });
  assert.throws(() => wheel.touchMany(closing), { code: 'CLOSED' });
  assert.equal(lives.touch('other'), false);
});

test('a clock that touches one of the uids that touchMany() is about to add breaks nothing', (t) => {
  fakeHost(t);
  const lives = other();
  let touched = false;
  const wheel = new IdleWheel({
    clock: () => {
      if (!touched) {
        touched = true;
        wheel.touch('a');
      }
      return 0;
    },
  });
  wheel.touchMany(['a', 'b', 'a']);
  assert.deepEqual([...wheel].sort(), ['a', 'b']);
  assert.equal(lives.touch('other'), false);
});
