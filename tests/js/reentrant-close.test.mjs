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

test('a clock that closes the wheel in its first touch: CLOSED, no timer is left, and the other wheels live', (t) => {
  const host = fakeHost(t);
  const lives = other();
  for (const touch of ['touch', 'touchMany', 'handle']) {
    const wheel = new IdleWheel({
      clock: () => {
        wheel.close();
        return 0;
      },
    });
    assert.throws(() => wheel[touch](touch === 'touchMany' ? ['a', 'b'] : 'a'), { code: 'CLOSED' });
    assert.deepEqual(host.intervals, []);
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

test('a clock that makes the last one leave while a timer is early leaves no timer', (t) => {
  const host = fakeHost(t);
  let leaves = false;
  const wheel = new IdleWheel({
    clock: () => {
      if (leaves) wheel.delete('uid');
      return host.time;
    },
  });
  wheel.touch('uid');
  leaves = true;
  host.lateness = () => -500;
  const [{ callback }] = host.intervals;
  host.block(500);
  callback();
  assert.equal(wheel.size, 0);
  assert.deepEqual(host.intervals, []);
});

test('a subclass whose close() needs its fields can be made with a signal that is aborted already', () => {
  class Named extends IdleWheel {
    #name = 'named';
    close() {
      assert.equal(this.#name, 'named');
      return super.close();
    }
  }
  const wheel = new Named({ signal: AbortSignal.abort() });
  assert.throws(() => wheel.touch('uid'), { code: 'CLOSED' });
  const controller = new AbortController();
  const open = new Named({ signal: controller.signal });
  open.touch('uid');
  controller.abort();
  assert.equal(open.size, 0);
});

test('a signal that does not let go of its listener: the wheel is closed all the same', () => {
  const refusing = {
    aborted: false,
    addEventListener() {},
    removeEventListener() {
      throw new Error('refused');
    },
  };
  const wheel = new IdleWheel({ signal: refusing, driver: 'manual' });
  wheel.touch('uid');
  assert.throws(() => wheel.close(), { message: 'refused' });
  assert.equal(wheel.size, 0);
  assert.deepEqual(wheel.close(), []);
});
