// A handle is false once its uid expired, was deleted or the wheel closed, for ever. moka #524, #565: no use through a stale handle.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './seeded.mjs';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const assertDead = (handle, why) => {
  assert.equal(handle.alive, false, why);
  assert.equal(handle.touch(), false, why);
  assert.equal(handle.delete(), false, why);
};

test('handle() touches: the uid is here, with value and timeout', () => {
  const { wheel } = manualWheel();
  const handle = wheel.handle('uid', { value: 7, timeout: 5 });
  assert.equal(handle.uid, 'uid');
  assert.equal(handle.alive, true);
  assert.equal(wheel.size, 1);
  assert.equal(wheel.get('uid'), 7);
  assert.equal(wheel.remaining('uid'), 6);
  assert.equal(wheel.stats().touches, 1);
});

test('handle() of a uid that is here touches it too', () => {
  const { wheel } = manualWheel();
  wheel.touch('uid');
  run(wheel, 30);
  wheel.handle('uid');
  assert.equal(wheel.remaining('uid'), 31);
  assert.equal(wheel.size, 1);
});

test('a uid has one handle as long as it stays, and another when it comes back', () => {
  const { wheel } = manualWheel();
  const handle = wheel.handle('uid');
  run(wheel, 20);
  assert.equal(wheel.handle('uid'), handle);
  assert.equal(wheel.remaining('uid'), 31);
  assert.equal(wheel.stats().touches, 2);
  wheel.delete('uid');
  const next = wheel.handle('uid');
  assert.notEqual(next, handle);
  assertDead(handle, 'after the uid came back');
  assert.equal(next.alive, true);
});

test('a handle keeps to its uid while the memory grows and others come and go', () => {
  const { wheel } = manualWheel();
  const handles = Array.from({ length: 5 }, (_, i) => wheel.handle(`held ${i}`));
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < 20_000; i++) wheel.touch(`other ${round} ${i}`);
    run(wheel, 20);
    assert.ok(handles.every((handle) => handle.touch()));
    for (let i = 0; i < 20_000; i += 2) wheel.delete(`other ${round} ${i}`);
    run(wheel, 5);
  }
  const held = [...wheel].filter((uid) => uid.startsWith('held'));
  assert.deepEqual(held, ['held 0', 'held 1', 'held 2', 'held 3', 'held 4']);
  assert.ok(handles.every((handle) => handle.delete()));
});

test("a handle's touch counts as a touch", () => {
  const { wheel } = manualWheel();
  const handle = wheel.handle('uid');
  for (let i = 0; i < 100; i++) {
    run(wheel, 30);
    assert.equal(handle.touch(), true);
  }
  assert.equal(wheel.stats().touches, 101);
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
  assertDead(handle, 'expired');
});

test('reading alive is no touch', () => {
  const { wheel } = manualWheel();
  const handle = wheel.handle('uid');
  for (let i = 0; i < 30; i++) {
    assert.equal(handle.alive, true);
    wheel.tick();
  }
  assert.equal(wheel.tick(), 1);
});

test('a handle deletes its uid, once, without an event', () => {
  const { wheel, expired } = manualWheel();
  const handle = wheel.handle('uid');
  assert.equal(handle.delete(), true);
  assert.equal(wheel.has('uid'), false);
  assert.equal(wheel.size, 0);
  assertDead(handle, 'deleted');
  assert.equal(run(wheel, 100), 0);
  assert.deepEqual(expired, []);
});

for (const uid of ['uid', '', 7, -7, 2 ** 40, 'a'.repeat(1000), '\ud800']) {
  const name = typeof uid === 'string' ? JSON.stringify(uid.slice(0, 10)) : uid;
  for (const [how, leave] of [
    ['expired', (wheel) => run(wheel, 31)],
    ['was deleted', (wheel) => wheel.delete(uid)],
    ['was cleared', (wheel) => wheel.clear()],
  ]) {
    test(`the handle of ${name} stays dead after it ${how}, though the same uid comes back to the same place`, () => {
      const { wheel } = manualWheel();
      const old = wheel.handle(uid);
      leave(wheel);
      assertDead(old, how);
      const next = wheel.handle(uid);
      assertDead(old, 'the uid is back');
      assert.equal(next.alive, true);
      assert.equal(wheel.size, 1);
      assert.equal(old.uid, uid);
      run(wheel, 30);
      assert.equal(old.touch(), false);
      assert.equal(wheel.tick(), 1, "the dead handle's touch touched nobody");
      assertDead(next, 'expired');
    });
  }
}

test('all handles of one uid live and die together', () => {
  const { wheel } = manualWheel();
  const handles = Array.from({ length: 10 }, () => wheel.handle('uid'));
  for (const handle of handles) assert.equal(handle.touch(), true);
  assert.equal(handles[3].delete(), true);
  for (const handle of handles) assertDead(handle, 'deleted by another');
});

for (const how of ['close', Symbol.dispose]) {
  test(`after ${String(how)} handles are false and keep their uid`, () => {
    const { wheel } = manualWheel();
    const handle = wheel.handle('uid');
    wheel[how]();
    assertDead(handle, 'closed');
    assert.equal(handle.uid, 'uid');
  });
}

test('a handle of a closed wheel touches nobody in the wheel that takes its place', () => {
  for (let i = 0; i < 200; i++) {
    const { wheel } = manualWheel();
    const old = uidsNamed('uid', 20).map((uid) => wheel.handle(uid));
    wheel.close();
    const next = manualWheel().wheel;
    next.touchMany(uidsNamed('uid', 20));
    for (const handle of old) assertDead(handle, 'its wheel is closed');
    assert.equal(next.size, 20);
    assert.equal(next.stats().touches, 20);
    next.close();
  }
});

test('thousands of lives in one place: every old handle stays dead', () => {
  const { wheel } = manualWheel();
  const old = [];
  for (let life = 0; life < 20_000; life++) {
    const handle = wheel.handle(life % 2 ? 'uid' : `uid${life}`);
    assert.equal(handle.alive, true);
    if (life % 3 === 0) run(wheel, 31);
    else handle.delete();
    old.push(handle);
  }
  wheel.touch('uid');
  for (const handle of old) assertDead(handle, 'an old life');
  assert.equal(wheel.size, 1);
});

test('random lives of a hundred uids: a handle is alive exactly as long as the life it was made in', () => {
  const { wheel } = manualWheel();
  const random = seeded(5);
  const lives = new Map();
  const handles = [];
  wheel.on('expire', (uid) => {
    lives.delete(uid);
  });
  for (let step = 0; step < 30_000; step++) {
    const uid = Math.floor(random() * 100) % 2 ? Math.floor(random() * 50) : `uid${Math.floor(random() * 50)}`;
    const dice = random();
    if (dice < 0.4) {
      const handle = wheel.handle(uid, { timeout: 1 + Math.floor(random() * 40) });
      if (!lives.has(uid)) lives.set(uid, { uid });
      handles.push({ handle, life: lives.get(uid) });
    } else if (dice < 0.6) {
      assert.equal(wheel.delete(uid), lives.delete(uid));
    } else if (dice < 0.8) {
      wheel.tick();
    } else if (handles.length > 0) {
      const { handle, life } = handles[Math.floor(random() ** 0.3 * handles.length)];
      const alive = lives.get(life.uid) === life;
      assert.equal(handle.alive, alive);
      if (dice < 0.9) assert.equal(handle.touch(), alive);
      else {
        assert.equal(handle.delete(), alive);
        if (alive) lives.delete(life.uid);
      }
    }
    assert.equal(wheel.size, lives.size);
  }
  for (const { handle, life } of handles) assert.equal(handle.alive, lives.get(life.uid) === life);
});

test('a handle of a due uid that is not yet delivered is alive, and touches or deletes it', () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  const handles = uidsNamed('uid', 1000).map((uid) => wheel.handle(uid));
  let results;
  wheel.on('expire', () => {
    results ??= handles.filter((handle) => handle.alive).map((handle, i) => (i % 2 ? handle.touch() : handle.delete()));
  });
  wheel.tick();
  assert.equal(wheel.tick(), 1);
  assert.equal(expired.length, 1);
  assert.deepEqual(results, Array(999).fill(true));
  assert.equal(wheel.size, 499);
});

test('a handle is dead when its own expire fires', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const handle = wheel.handle('uid');
  const seen = [];
  wheel.on('expire', () => seen.push(handle.alive, handle.touch(), handle.delete()));
  run(wheel, 2);
  assert.deepEqual(seen, [false, false, false]);
});
