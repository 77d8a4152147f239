// Iterating a wheel is like iterating a Map: it survives changes made while it runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './seeded.mjs';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const SIZES = [1, 2, 10, 1000, 20_000];

for (const n of SIZES) {
  test(`each of ${n} uids is visited once`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    assert.deepEqual([...wheel].toSorted(), uidsNamed('uid', n).toSorted());
  });

  test(`deleted before it is reached: not visited (${n} uids)`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    const visited = [];
    for (const uid of wheel) {
      visited.push(uid);
      if (visited.length === Math.ceil(n / 2)) for (const other of uidsNamed('uid', n)) if (!visited.includes(other)) wheel.delete(other);
    }
    assert.equal(visited.length, Math.ceil(n / 2));
    assert.equal(new Set(visited).size, visited.length);
    assert.deepEqual([...wheel].toSorted(), visited.toSorted());
  });

  test(`each deleted when it is visited: all are visited once (${n} uids)`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    const visited = [];
    for (const uid of wheel) {
      visited.push(uid);
      assert.equal(wheel.delete(uid), true);
    }
    assert.deepEqual(visited.toSorted(), uidsNamed('uid', n).toSorted());
    assert.equal(wheel.size, 0);
  });

  test(`added while it runs: visited (${n} uids)`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    const visited = [];
    for (const uid of wheel) {
      visited.push(uid);
      if (visited.length <= n) wheel.touch(`added ${visited.length}`);
    }
    assert.deepEqual(visited.toSorted(), [...uidsNamed('uid', n), ...Array.from({ length: n }, (_, i) => `added ${i + 1}`)].toSorted());
  });

  test(`deleted and added again after its visit: visited again (${n} uids)`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    const visits = new Map();
    for (const uid of wheel) {
      visits.set(uid, (visits.get(uid) ?? 0) + 1);
      if (visits.get(uid) === 1) {
        wheel.delete(uid);
        wheel.touch(uid);
      }
    }
    assert.equal(visits.size, n);
    for (const [uid, count] of visits) assert.equal(count, 2, uid);
  });

  test(`touched while it runs, everyone is visited once (${n} uids)`, () => {
    const { wheel } = manualWheel();
    wheel.touchMany(uidsNamed('uid', n));
    const visited = [];
    for (const uid of wheel) {
      visited.push(uid);
      wheel.touch(uid, { timeout: 1 + (visited.length % 100) });
    }
    assert.deepEqual(visited.toSorted(), uidsNamed('uid', n).toSorted());
  });
}

test('deleted and added again before it is reached: visited, once', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 1000));
  const iterator = wheel[Symbol.iterator]();
  const visited = [iterator.next().value];
  for (const uid of uidsNamed('uid', 1000)) {
    if (uid === visited[0]) continue;
    wheel.delete(uid);
    wheel.touch(uid);
  }
  visited.push(...iterator);
  assert.deepEqual(visited.toSorted(), uidsNamed('uid', 1000).toSorted());
});

test('expired while it runs: not visited', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('short', 500));
  for (const uid of uidsNamed('long', 500)) wheel.touch(uid, { timeout: 100 });
  run(wheel, 30);
  const visited = [];
  for (const uid of wheel) {
    visited.push(uid);
    if (visited.length === 10) assert.equal(wheel.tick(), 500);
  }
  const after = visited.slice(10);
  assert.equal(after.filter((uid) => uid.startsWith('short')).length, 0);
  assert.equal(visited.filter((uid) => uid.startsWith('long')).length, 500);
  assert.equal(new Set(visited).size, visited.length);
});

test('clear() while it runs: it ends, unless someone comes', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 100));
  const visited = [];
  for (const uid of wheel) {
    visited.push(uid);
    if (visited.length === 3) {
      wheel.clear();
      wheel.touch('new');
    }
  }
  assert.equal(visited.length, 4);
  assert.equal(visited[3], 'new');
});

test('close() while it runs: nobody else is visited', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 100));
  const visited = [];
  try {
    for (const uid of wheel) {
      visited.push(uid);
      wheel.close();
    }
  } catch (error) {
    assert.equal(error.code, 'CLOSED');
  }
  assert.equal(visited.length, 1);
});

test('an iterator that has ended stays ended, whoever comes', () => {
  const { wheel } = manualWheel();
  wheel.touch('a');
  const iterator = wheel[Symbol.iterator]();
  assert.deepEqual(iterator.next(), { value: 'a', done: false });
  assert.deepEqual(iterator.next(), { value: undefined, done: true });
  wheel.touch('b');
  assert.deepEqual(iterator.next(), { value: undefined, done: true });
});

test('an iterator that was never read sees the wheel as it is at its first read', () => {
  const { wheel } = manualWheel();
  const iterator = wheel[Symbol.iterator]();
  wheel.touch('a');
  assert.deepEqual([...iterator], ['a']);
});

test("several iterators at once don't disturb each other", () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 100));
  let pairs = 0;
  for (const outer of wheel) for (const inner of wheel) pairs += outer === inner ? 1 : 0;
  assert.equal(pairs, 100);
});

test('an abandoned iterator costs nothing later', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 100));
  for (let i = 0; i < 1000; i++) for (const _ of wheel) break;
  for (const uid of wheel) wheel.delete(uid);
  assert.equal(wheel.size, 0);
});

test('iterators are their own iterables', () => {
  const { wheel } = manualWheel();
  wheel.touch('a', { value: 1 });
  const uids = wheel[Symbol.iterator]();
  assert.equal(uids[Symbol.iterator](), uids);
  const entries = wheel.entries();
  assert.equal(entries[Symbol.iterator](), entries);
});

test('an empty wheel has nobody to visit, used before or not', () => {
  const { wheel } = manualWheel();
  assert.deepEqual([...wheel], []);
  assert.deepEqual([...wheel.entries()], []);
  wheel.touch('uid');
  run(wheel, 31);
  assert.deepEqual([...wheel], []);
  assert.deepEqual([...wheel.entries()], []);
});

test('entries() gives each uid with its value', () => {
  const { wheel } = manualWheel();
  for (let i = 0; i < 3000; i++) wheel.touch(i % 2 ? i : `uid${i}`, { value: { i } });
  const seen = new Map(wheel.entries());
  assert.equal(seen.size, 3000);
  for (const [uid, { i }] of seen) assert.equal(uid, i % 2 ? i : `uid${i}`);
});

test('entries() gives the value at the time of the visit, and survives changes as well', () => {
  const { wheel } = manualWheel();
  wheel.touchMany(uidsNamed('uid', 100));
  const seen = new Map();
  for (const [uid, value] of wheel.entries()) {
    seen.set(uid, value);
    for (const other of uidsNamed('uid', 100)) if (!seen.has(other)) wheel.touch(other, { value: seen.size });
    if (seen.size === 50) for (const other of uidsNamed('uid', 100)) if (!seen.has(other) && other.endsWith('7')) wheel.delete(other);
  }
  let at = 0;
  for (const value of seen.values()) assert.equal(value, at++ === 0 ? undefined : at - 1);
});

test('as a Map would: random changes while it runs, in ten thousand rounds', () => {
  const random = seeded(11);
  for (let round = 0; round < 10_000; round++) {
    const { wheel } = manualWheel();
    const here = new Set(uidsNamed('uid', 1 + Math.floor(random() * 12)));
    wheel.touchMany([...here]);
    // What must, and what may at most, be visited from now on: a uid earns one visit each time it comes.
    const owed = new Map([...here].map((uid) => [uid, 1]));
    let added = 0;
    for (const uid of wheel) {
      assert.ok(here.has(uid), 'visited, so it is here');
      assert.equal(owed.get(uid), 1, 'visited once for each time it came');
      owed.set(uid, 0);
      for (let change = 0; change < 3; change++) {
        const pick = [...here][Math.floor(random() * here.size)];
        const dice = random();
        if (dice < 0.3 && pick !== undefined) {
          wheel.delete(pick);
          here.delete(pick);
          owed.delete(pick);
        } else if (dice < 0.5 && pick !== undefined) {
          wheel.touch(pick, { timeout: 1 + Math.floor(random() * 100) });
        } else if (dice < 0.7 && added < 15) {
          const name = random() < 0.5 ? `added${added}` : `uid${Math.floor(random() * 12)}`;
          added++;
          if (!here.has(name)) {
            here.add(name);
            owed.set(name, 1);
          }
          wheel.touch(name);
        }
      }
    }
    for (const [uid, visits] of owed) assert.equal(visits, 0, `${uid} was not visited in round ${round}`);
    wheel.close();
  }
});
