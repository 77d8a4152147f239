// stats(), size and what they count.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel, manualWheel, run, uidsNamed } from './wheels.mjs';

test('the stats of a new wheel are zeros', () => {
  const { wheel } = manualWheel();
  const { size, now, touches, expired, lateBy, pointer, slots, memory } = wheel.stats();
  assert.deepEqual({ size, now, touches, expired, lateBy, pointer }, { size: 0, now: 0, touches: 0, expired: 0, lateBy: 0, pointer: 0 });
  assert.equal(
    slots.flat().reduce((sum, n) => sum + n, 0),
    0,
  );
  assert.equal(typeof memory, 'number');
});

test('now counts ticks, and the pointer goes round 31 slots', () => {
  const { wheel } = manualWheel();
  for (let tick = 0; tick < 100; tick++) {
    assert.equal(wheel.stats().now, tick);
    assert.equal(wheel.stats().pointer, tick % 31);
    wheel.tick();
  }
});

test('touches counts each uid of each touch, however it is touched', () => {
  const { wheel } = manualWheel();
  wheel.touch('a');
  wheel.touch('a');
  wheel.touchMany(['a', 'b', 'b']);
  const handle = wheel.handle('a');
  handle.touch();
  assert.equal(wheel.stats().touches, 7);
  wheel.delete('a');
  handle.touch();
  wheel.has('b');
  assert.equal(wheel.stats().touches, 7, 'a dead handle touches nobody');
});

test('expired counts each uid that was delivered', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  wheel.touchMany(uidsNamed('uid', 10));
  run(wheel, 2);
  assert.equal(wheel.stats().expired, 10);
  wheel.touchMany(uidsNamed('uid', 10));
  wheel.delete('uid3');
  const stop = wheel.on('expire', () => {
    stop();
    wheel.delete([...wheel][0]);
  });
  run(wheel, 2);
  assert.equal(wheel.stats().expired, 18);
  wheel.touch('left');
  wheel.clear();
  assert.equal(wheel.stats().expired, 18);
});

test('size is how many are here', () => {
  const { wheel } = manualWheel();
  assert.equal(wheel.size, 0);
  wheel.touchMany(uidsNamed('uid', 1000));
  assert.equal(wheel.size, 1000);
  assert.equal(wheel.stats().size, 1000);
  wheel.touchMany(uidsNamed('uid', 1000));
  assert.equal(wheel.size, 1000);
  wheel.delete('uid1');
  wheel.delete('uid1');
  assert.equal(wheel.size, 999);
  run(wheel, 31);
  assert.equal(wheel.size, 0);
});

test('slots: 31 numbers a ring, and everyone is in one', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('ring0 ', 100));
  for (let i = 0; i < 100; i++) wheel.touch(i, { timeout: 10_000 + i });
  for (let tick = 0; tick < 50; tick++) {
    const { slots, size } = wheel.stats();
    assert.ok(slots.length >= 1);
    for (const ring of slots) assert.equal(ring.length, 31);
    assert.equal(
      slots.flat().reduce((sum, n) => sum + n, 0),
      size,
    );
    wheel.tick();
  }
});

test('slots: a uid with the classic timeout is filed in the slot under the pointer, which comes round in 31 ticks', () => {
  const { wheel } = manualWheel();
  for (let tick = 0; tick < 62; tick++) {
    wheel.touch('uid');
    const { slots, pointer } = wheel.stats();
    assert.equal(slots[0].length, 31);
    assert.equal(slots[0][pointer], 1, `at tick ${tick}`);
    wheel.delete('uid');
    wheel.tick();
  }
});

test('lateBy is by how many ms the last tick came late', (t) => {
  const host = fakeHost(t);
  const { wheel } = intervalWheel(host, { timeout: 600_000 });
  wheel.touch('uid');
  host.advance(1000);
  assert.equal(wheel.stats().lateBy, 0);
  host.block(1300);
  host.advance(0);
  assert.equal(wheel.stats().lateBy, 300);
  host.advance(1000);
  assert.equal(wheel.stats().lateBy, 0);
  host.block(61_000);
  host.advance(0);
  assert.equal(wheel.stats().lateBy, 60_000);
});

test('memory is what the wheel holds in WebAssembly: it grows with the uids', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  const few = wheel.stats().memory;
  assert.ok(few > 0);
  wheel.touchMany(uidsNamed('uid', 100_000));
  const many = wheel.stats().memory;
  assert.ok(many >= few + 100_000 * 64, `${many} bytes`);
  wheel.touchMany(uidsNamed('a uid that is so long that it does not fit its entry ', 100_000));
  assert.ok(wheel.stats().memory >= many + 100_000 * 64);
});

test("memory is the wheel's own", () => {
  const one = manualWheel().wheel;
  const other = manualWheel().wheel;
  one.touch('uid');
  const before = one.stats().memory;
  other.touchMany(uidsNamed('uid', 100_000));
  assert.equal(one.stats().memory, before);
});

test('capacity reserves on first use: up to it the memory hardly grows', () => {
  const wheel = new IdleWheel({ driver: 'manual', capacity: 50_000 });
  wheel.touch('first');
  const reserved = wheel.stats().memory;
  assert.ok(reserved >= 50_000 * 64, `${reserved} bytes reserved`);
  for (let i = 0; i < 49_999; i++) wheel.touch(i);
  assert.equal(wheel.size, 50_000);
  const { memory } = wheel.stats();
  assert.ok(memory <= reserved * 1.05, `${reserved} bytes reserved, ${memory} needed`);
});

test('capacity is no limit', () => {
  const wheel = new IdleWheel({ driver: 'manual', capacity: 10 });
  wheel.touchMany(uidsNamed('uid', 10_000));
  assert.equal(wheel.size, 10_000);
});

test('stats() is a copy: changing it changes nothing', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  const stats = wheel.stats();
  stats.size = 100;
  for (const ring of stats.slots) ring.fill(9);
  assert.equal(wheel.stats().size, 1);
  assert.equal(
    wheel
      .stats()
      .slots.flat()
      .reduce((sum, n) => sum + n, 0),
    1,
  );
});

test('the stats of a closed wheel say that nobody is here', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  wheel.touchMany(['a', 'b']);
  run(wheel, 2);
  wheel.touch('c');
  wheel.close();
  const { size, slots } = wheel.stats();
  assert.equal(size, 0);
  assert.equal(
    slots.flat().reduce((sum, n) => sum + n, 0),
    0,
  );
});
