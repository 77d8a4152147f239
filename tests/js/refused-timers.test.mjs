// A host that refuses a timer now and then: the call that needed it throws, or the error listeners are told. No tick is lost, no timer left behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel } from './wheels.mjs';

const refuse = () => {
  throw new Error('refused');
};

for (const how of ['its interval', 'tick()']) {
  for (const [what, kind] of [
    ['setInterval', 'browser'],
    ['refresh', 'node'],
  ]) {
    test(`a late tick whose ${what} throws is counted by the next call, and who is due expires then (${how})`, (t) => {
      const host = fakeHost(t, { kind });
      const arm = globalThis.setInterval;
      let refused = false;
      globalThis.setInterval = (...args) => {
        if (refused && what === 'setInterval') refuse();
        const timer = arm(...args);
        if (what === 'setInterval') return timer;
        const { refresh } = timer;
        return Object.assign(timer, { refresh: () => (refused ? refuse() : refresh()) });
      };
      const { wheel, expired } = intervalWheel(host);
      const errors = [];
      wheel.on('error', (error) => errors.push(error.message));
      wheel.touch('uid');
      host.advance(5000);
      host.block(3_600_500);
      refused = true;
      if (how === 'tick()') assert.throws(() => wheel.tick(), { message: 'refused' });
      else host.advance(0);
      assert.equal(wheel.stats().now, 5, 'no tick is counted yet');
      assert.deepEqual(errors, how === 'tick()' ? [] : ['refused']);
      refused = false;
      host.advance(1000);
      assert.equal(expired.length, 1);
      assert.equal(wheel.size, 0);
    });
  }
}

test('an unref that throws: the touch throws, nobody is here, and no timer is left', (t) => {
  const host = fakeHost(t);
  const arm = globalThis.setInterval;
  globalThis.setInterval = (...args) => Object.assign(arm(...args), { unref: refuse });
  const wheel = new IdleWheel();
  for (const touch of [() => wheel.touch('uid'), () => wheel.touchMany(['a', 'b']), () => wheel.handle('uid')]) {
    assert.throws(touch, { message: 'refused' });
    assert.deepEqual([wheel.size, host.intervals], [0, []]);
  }
  globalThis.setInterval = arm;
  assert.equal(wheel.touch('uid'), true);
});
