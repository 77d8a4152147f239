// Contract, line 10: callbacks may call every method of the wheel, on any uid. Here each method is called from each kind of callback, about each
// kind of uid, with each driver; then its result, who expires after it and when, and the wheel are what they should be.
// ttlcache #16, #17, #26, caffeine 3e66fe9de: changing the cache in its own callback corrupts it. wasm-bindgen #1578, loro #705: calling back
// into the object is "recursive use of an object". tokio-util #868, #3270: removing what is due but not delivered panics. node-cache #163,
// tchannel-node #39: reading in the expiry handler expires again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { METHODS_OF_A_UID, METHODS_OF_ALL, TIMEOUT } from './callback-matrix.mjs';
import { CALLBACKS, DRIVERS, microtasks, Scene, TARGETS } from './callback-scene.mjs';

const METHODS = { ...METHODS_OF_A_UID, ...METHODS_OF_ALL };

for (const [driverName, makeDriver] of Object.entries(DRIVERS)) {
  for (const [place, callback] of Object.entries(CALLBACKS)) {
    for (const [name, method] of Object.entries(METHODS)) {
      test(`${driverName}: ${name}, called from ${place}, does what it always does`, async (t) => {
        const targets = name in METHODS_OF_A_UID ? Object.entries(TARGETS) : [['everybody', undefined]];
        for (const [about, target] of targets) {
          const driver = makeDriver(t);
          const scene = new Scene(driver, callback, method, target);
          await scene.play();
          assertPromised(scene, about);
          await assertHeardByAll(scene, name, driver, about);
          await assertHealthy(scene, driver, about);
        }
      });
    }
  }
}

/** The call's own result. */
function assertPromised({ called, problems }, about) {
  assert.deepEqual(problems, [], about);
  assert.ok(called !== undefined, 'the callback was called');
  const { promised, outcome, sizes } = called;
  if (typeof promised === 'function') assert.ok(promised(outcome), `${about}: ${outcome}`);
  else assert.deepEqual(outcome, promised, about);
  assert.equal(sizes[0], sizes[1], `${about}: size after the call`);
}

/** Who is here after the call expires on time, and nobody else; and every way of listening says so. */
async function assertHeardByAll(scene, name, driver, about) {
  const { wheel, called } = scene;
  const { world } = called;
  const expected = [...world.delivered.map((uid) => [uid, 0]), ...[...world.here].map(([uid, { left }]) => [uid, left])];
  for (let tick = 0; tick <= TIMEOUT; tick++) {
    driver.tick(wheel);
    const passed = wheel.stats().now - called.now;
    assert.equal(wheel.size, [...world.here.values()].filter(({ left }) => left > passed).length, `${about}: size ${passed} ticks later`);
  }
  await microtasks();
  const since = scene.expired.slice(called.before);
  assert.deepEqual(since.map(({ uid, now }) => [uid, now - called.now]).toSorted(), expected.toSorted(), about);
  const uidsSince = since.map(({ uid }) => uid);
  assert.deepEqual(scene.batches, scene.uids, `${about}: batches`);
  assert.deepEqual(scene.read, scene.uids, `${about}: expirations`);
  assert.deepEqual(scene.heard, name === 'the function that on() returned' ? called.heard : scene.uids, `${about}: listener`);
  assert.deepEqual(scene.heardLater, name === 'on' ? uidsSince : [], `${about}: listener of the callback`);
  assert.deepEqual(scene.readLater, name === 'expirations' ? uidsSince : [], `${about}: expirations of the callback`);
  assert.equal(scene.ended.includes(scene.read), world.closed, `${about}: the end of expirations`);
  assert.deepEqual(scene.problems, [], about);
}

/** The wheel goes on as if nothing had been; a closed one is closed. */
async function assertHealthy(scene, driver, about) {
  const { wheel } = scene;
  assert.equal(wheel.size, 0, about);
  assert.deepEqual(driver.timers, [], `${about}: timers of an empty wheel`);
  if (scene.called.world.closed) {
    assert.throws(() => wheel.touch('after'), { code: 'CLOSED' }, about);
    return;
  }
  assert.equal(wheel.touch('after'), true, about);
  for (let tick = 0; tick < TIMEOUT; tick++) driver.tick(wheel);
  assert.equal(wheel.has('after'), true, `${about}: early`);
  driver.tick(wheel);
  assert.equal(wheel.has('after'), false, `${about}: late`);
  assert.equal(scene.uids.at(-1), 'after', about);
}
