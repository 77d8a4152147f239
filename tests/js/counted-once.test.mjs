// netty #14959: cancelling twice counts twice. go-zero #205, #5316, #5753: an old entry's expiry removes its successor; a move or a drain leaves
// a stale map behind. Here a uid leaves once, however often and by whatever way it is told to, and takes nobody with it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

/** All that knows who is here says the same. */
const assertAgree = (wheel, uids, why) => {
  const sorted = uids.toSorted();
  assert.equal(wheel.size, uids.length, why);
  assert.deepEqual([...wheel].toSorted(), sorted, why);
  assert.deepEqual([...wheel.entries()].map(([uid]) => uid).toSorted(), sorted, why);
  for (const uid of uids) assert.equal(wheel.has(uid), true, why);
  const { size, slots } = wheel.stats();
  assert.equal(size, uids.length, why);
  assert.equal(
    slots.flat().reduce((sum, count) => sum + count, 0),
    uids.length,
    why,
  );
};

/** Each says whether it was this time that the uid left. */
const WAYS = {
  'delete()': (wheel, uid) => wheel.delete(uid),
  "a handle's delete()": (_wheel, _uid, handle) => handle.delete(),
  'expiry at once': (wheel, uid) => {
    if (!wheel.has(uid)) return false;
    wheel.touch(uid, { timeout: 1 });
    return run(wheel, 2) === 1;
  },
};

for (const [first, leave] of Object.entries(WAYS)) {
  for (const [second, leaveAgain] of Object.entries(WAYS)) {
    test(`who left by ${first} does not leave again by ${second}`, () => {
      const { wheel, expired } = manualWheel();
      wheel.touchMany(['bystander 1', 'bystander 2']);
      const handle = wheel.handle('uid');
      assert.equal(leave(wheel, 'uid', handle), true);
      assertAgree(wheel, ['bystander 1', 'bystander 2'], 'once');
      for (let again = 0; again < 3; again++) {
        assert.equal(leaveAgain(wheel, 'uid', handle), false);
        assertAgree(wheel, ['bystander 1', 'bystander 2'], 'again');
      }
      expired.length = 0;
      run(wheel, 31);
      assert.deepEqual(expired.toSorted(), ['bystander 1', 'bystander 2']);
    });
  }

  test(`a uid that left by ${first} and came back is not taken along by its old handle or its old deadline`, () => {
    const { wheel } = manualWheel();
    const old = wheel.handle('uid', { timeout: 40 });
    run(wheel, 3);
    assert.equal(leave(wheel, 'uid', old), true);
    const { now } = wheel.stats();
    const next = wheel.handle('uid', { timeout: 100 });
    assert.equal(old.delete(), false);
    assertAgree(wheel, ['uid'], 'its next life');
    assert.equal(run(wheel, 100), 0, 'the old deadline has passed');
    assert.equal(next.alive, true);
    assertAgree(wheel, ['uid'], 'its next life');
    assert.equal(wheel.tick(), 1);
    assert.equal(wheel.stats().now, now + 101);
    assertAgree(wheel, [], 'over');
  });
}

test('who is due and was deleted in a callback, twice and by handle, is counted once', () => {
  const { wheel, expired } = manualWheel();
  const handles = new Map(uidsNamed('uid', 100).map((uid) => [uid, wheel.handle(uid)]));
  const problems = [];
  wheel.on('expire', () => {
    const [next] = wheel;
    if (next === undefined) return;
    const before = wheel.size;
    const results = [wheel.delete(next), wheel.delete(next), handles.get(next).delete()];
    if (results.join() !== 'true,false,false' || wheel.size !== before - 1) problems.push([next, results, before, wheel.size]);
  });
  run(wheel, 31);
  assert.deepEqual(problems, []);
  assert.equal(expired.length, 50);
  assertAgree(wheel, [], 'all are gone');
});

// As a move in go-zero: each timeout files the uid in another ring.
test('a uid that is moved from ring to ring is in one slot, and expires once, on its last deadline', () => {
  const timeouts = [1, 30, 31, 32, 961, 962, 29_791, 29_792, 2 ** 31 - 1];
  for (const from of timeouts) {
    for (const to of timeouts) {
      const { wheel, expired } = manualWheel();
      wheel.touch('uid', { timeout: from });
      assertAgree(wheel, ['uid'], `${from}`);
      wheel.touch('uid', { timeout: to });
      assertAgree(wheel, ['uid'], `${from} → ${to}`);
      wheel.touch('uid', { timeout: 40 });
      assertAgree(wheel, ['uid'], `${from} → ${to} → 40`);
      assert.equal(run(wheel, 40), 0, `${from} → ${to} → 40`);
      assert.equal(run(wheel, 100), 1, `${from} → ${to} → 40`);
      assert.deepEqual(expired, ['uid']);
      assertAgree(wheel, [], 'over');
    }
  }
});

for (const drain of ['clear', 'each by itself', 'all expire']) {
  test(`after a drain (${drain}) nothing of those who were here is left, for those who come`, () => {
    const { wheel, expired } = manualWheel();
    const uids = [...uidsNamed('uid', 500), ...uidsNamed('x'.repeat(100), 100)];
    for (let round = 0; round < 5; round++) {
      uids.forEach((uid, i) => {
        wheel.touch(uid, { value: round, timeout: 1 + ((i * 37) % 2000) });
      });
      assertAgree(wheel, uids, 'full');
      const old = uids.map((uid) => wheel.handle(uid));
      if (drain === 'clear') wheel.clear();
      else if (drain === 'all expire') run(wheel, 2001);
      else for (const uid of uids) wheel.delete(uid);
      assertAgree(wheel, [], 'drained');
      assert.equal(run(wheel, 100), 0);
      expired.length = 0;
      assert.equal(wheel.touchMany(uids), uids.length);
      for (const handle of old) assert.equal(handle.delete(), false);
      assert.equal(wheel.get(uids[7]), undefined);
      assertAgree(wheel, uids, 'those who came');
      assert.equal(run(wheel, 30), 0);
      assert.equal(wheel.tick(), uids.length);
      assert.deepEqual(expired.toSorted(), uids.toSorted());
    }
  });
}
