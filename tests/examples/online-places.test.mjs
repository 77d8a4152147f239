// The page's picture of the ring says of everybody what the wheel itself says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWheel } from 'idlewheel';
import { placeOf, ringsFor, SLOTS } from '../../examples/online/page/places.js';

const placeIn = (wheel, uid) => {
  const { now } = wheel.stats();
  return placeOf(now, now + wheel.remaining(uid));
};

for (const timeout of [1, 29, 30, 31, 61, 92, 930, 960, 961, 29_790, 29_791, 100_000]) {
  test(`a uid that was just filed for ${timeout} ticks is drawn where it is, at every place of the pointer`, () => {
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout });
    for (let pointer = 0; pointer < 2 * SLOTS; pointer++) {
      wheel.touch('uid');
      const { ring, slot, turn } = placeIn(wheel, 'uid');
      const { slots } = wheel.stats();
      assert.equal(slots[ring]?.[slot], 1, `tick ${pointer}: it is not in slot ${slot} of ring ${ring}`);
      assert.equal(turn % SLOTS, slot);
      assert.ok(ring < ringsFor(timeout), `only ${ringsFor(timeout)} rings are drawn`);
      wheel.delete('uid');
      wheel.touch('keeps the wheel going');
      wheel.tick();
      wheel.clear();
    }
    wheel.close();
  });
}

test('with the classic 30 ticks a beat puts its sender into the slot of the pointer, just behind its tip', () => {
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 30 });
  wheel.touch('keeps the wheel going', { timeout: 1000 });
  for (let i = 0; i < 100; i++) {
    wheel.touch('uid');
    const { ring, slot } = placeIn(wheel, 'uid');
    assert.equal(ring, 0);
    assert.equal(slot, wheel.stats().pointer);
    wheel.tick();
  }
  wheel.close();
});

test('as the pointer goes round it comes to everybody, and then they are gone', () => {
  const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 100 });
  wheel.touch('uid');
  let before;
  while (wheel.has('uid')) {
    before = placeIn(wheel, 'uid');
    wheel.tick();
  }
  assert.equal(before.ring, 0);
  assert.equal(before.slot, wheel.stats().pointer);
  wheel.close();
});
