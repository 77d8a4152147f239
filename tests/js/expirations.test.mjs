// expirations(): what expires before it is read waits for the reader; abort like Node's events.on; ends after close().
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const expire = (wheel, ...uids) => {
  for (const uid of uids) {
    wheel.touch(uid, { value: `value of ${uid}` });
    run(wheel, 2);
  }
};
const entry = (uid) => ({ value: [uid, `value of ${uid}`], done: false });
const END = { value: undefined, done: true };

test('it gives each uid with its value, in order', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  expire(wheel, 'a', 'b');
  assert.deepEqual(await reader.next(), entry('a'));
  assert.deepEqual(await reader.next(), entry('b'));
});

test('it listens from the call on, not from the first read, and not to what was before', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  expire(wheel, 'before');
  const reader = wheel.expirations();
  expire(wheel, 'after');
  assert.deepEqual(await reader.next(), entry('after'));
});

test('a reader that waits is answered when someone expires, readers in their order', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  const answers = [reader.next(), reader.next(), reader.next()];
  expire(wheel, 'a', 'b', 'c');
  assert.deepEqual(await Promise.all(answers), [entry('a'), entry('b'), entry('c')]);
});

test('for await reads it, and ends after close()', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  expire(wheel, 'a', 'b');
  const seen = [];
  for await (const [uid, value] of reader) {
    seen.push([uid, value]);
    if (uid === 'a') expire(wheel, 'c');
    if (uid === 'c') wheel.close();
  }
  assert.deepEqual(
    seen,
    ['a', 'b', 'c'].map((uid) => entry(uid).value),
  );
});

test('after close() it gives what is waiting, then ends, and stays ended', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  expire(wheel, 'a', 'b');
  wheel.touch('still here');
  wheel.close();
  assert.deepEqual(await reader.next(), entry('a'));
  assert.deepEqual(await reader.next(), entry('b'));
  assert.deepEqual(await reader.next(), END);
  assert.deepEqual(await reader.next(), END);
});

test('close() ends readers that wait', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  const waiting = [reader.next(), reader.next()];
  wheel.close();
  assert.deepEqual(await Promise.all(waiting), [END, END]);
});

test('a wheel closed in a callback of the tick has given what expired before', async () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  wheel.on('expire', () => {
    if (expired.length === 2) wheel.close();
  });
  wheel.touchMany(uidsNamed('uid', 5));
  run(wheel, 1);
  wheel.tick();
  const seen = [];
  for await (const [uid] of reader) seen.push(uid);
  assert.deepEqual(seen, expired);
  assert.equal(seen.length, 2);
});

test('return() stops listening, drops what waits and ends readers that wait', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  expire(wheel, 'a');
  assert.deepEqual(await reader.return(), END);
  assert.deepEqual(await reader.next(), END);
  expire(wheel, 'b');
  assert.deepEqual(await reader.next(), END);
  const other = wheel.expirations();
  const waiting = other.next();
  await other.return();
  assert.deepEqual(await waiting, END);
});

test('break in for await stops listening', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  expire(wheel, 'a', 'b');
  for await (const [uid] of reader) {
    assert.equal(uid, 'a');
    break;
  }
  assert.deepEqual(await reader.next(), END);
});

test('a signal that aborts rejects the reader that waits, with its reason', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const controller = new AbortController();
  const reader = wheel.expirations({ signal: controller.signal });
  const waiting = reader.next();
  const reason = new Error('enough');
  controller.abort(reason);
  await assert.rejects(waiting, (error) => error === reason);
  assert.deepEqual(await reader.next(), END);
});

test('of several readers that wait the first is rejected and the others end', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const controller = new AbortController();
  const reader = wheel.expirations({ signal: controller.signal });
  const waiting = [reader.next(), reader.next()];
  controller.abort(new Error('enough'));
  const [first, second] = await Promise.allSettled(waiting);
  assert.equal(first.reason?.message, 'enough');
  assert.ok(second.status === 'rejected' ? second.reason.message === 'enough' : second.value.done);
});

test('what was waiting when the signal aborted is given first, then it rejects once, then it ends', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const controller = new AbortController();
  const reader = wheel.expirations({ signal: controller.signal });
  expire(wheel, 'a', 'b');
  controller.abort(new Error('enough'));
  expire(wheel, 'too late');
  assert.deepEqual(await reader.next(), entry('a'));
  assert.deepEqual(await reader.next(), entry('b'));
  await assert.rejects(reader.next(), /enough/);
  assert.deepEqual(await reader.next(), END);
});

test('a signal aborted from the start rejects with its reason', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const reason = { any: 'reason' };
  await assert.rejects(
    async () => {
      const reader = wheel.expirations({ signal: AbortSignal.abort(reason) });
      await reader.next();
    },
    (error) => error === reason,
  );
});

test("without a reason it rejects with the signal's own AbortError", async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const controller = new AbortController();
  const waiting = wheel.expirations({ signal: controller.signal }).next();
  controller.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});

test('an abort after the end changes nothing', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const controller = new AbortController();
  const returned = wheel.expirations({ signal: controller.signal });
  await returned.return();
  const closed = wheel.expirations({ signal: controller.signal });
  wheel.close();
  assert.deepEqual(await closed.next(), END);
  controller.abort(new Error('late'));
  assert.deepEqual(await returned.next(), END);
  assert.deepEqual(await closed.next(), END);
});

test('a signal that is no AbortSignal is a TypeError', () => {
  const { wheel } = manualWheel();
  for (const signal of [1, 'signal', {}, null])
    assert.throws(() => wheel.expirations({ signal }), { name: 'TypeError', message: /signal/ });
});

test('each iterator gets everyone', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const readers = [wheel.expirations(), wheel.expirations()];
  expire(wheel, 'a', 'b');
  for (const reader of readers) {
    assert.deepEqual(await reader.next(), entry('a'));
    assert.deepEqual(await reader.next(), entry('b'));
  }
});

test('after an idle night a quarter of a million wait, in their order, and a read does not move all the others', async () => {
  const { wheel, expired } = manualWheel({ timeout: 1 });
  const reader = wheel.expirations();
  for (let uid = 0; uid < 250_000; uid++) wheel.touch(uid);
  run(wheel, 2);
  wheel.close();
  // A hundred times what reading them one by one takes, and a fraction of what it takes otherwise.
  const limit = process.hrtime.bigint() + 20_000_000_000n;
  let read = 0;
  for await (const [uid] of reader) {
    assert.ok(uid === expired[read++]);
    if (read % 1000 === 0) assert.ok(process.hrtime.bigint() < limit, `in 20 s only ${read} were read`);
  }
  assert.equal(read, 250_000);
});

test('it is its own async iterator', () => {
  const { wheel } = manualWheel();
  const reader = wheel.expirations();
  assert.equal(reader[Symbol.asyncIterator](), reader);
});

test('iterators that nobody reads and that returned keep no listener: return() many times is harmless', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  for (let i = 0; i < 1000; i++) await wheel.expirations().return();
  const reader = wheel.expirations();
  await reader.return();
  assert.deepEqual(await reader.return(), END);
  expire(wheel, 'a');
  assert.equal(wheel.size, 0);
});

test('one signal for the wheel and the iterator: what waits, then its reason', async () => {
  const controller = new AbortController();
  const { wheel } = manualWheel({ signal: controller.signal });
  const iterator = wheel.expirations({ signal: controller.signal });
  wheel.touch('uid');
  run(wheel, 31);
  controller.abort(new Error('enough'));
  assert.deepEqual((await iterator.next()).value, ['uid', undefined]);
  await assert.rejects(iterator.next(), { message: 'enough' });
  assert.deepEqual(await iterator.next(), { done: true, value: undefined });
});

for (const options of [null, 5, 'x']) {
  test(`expirations(${JSON.stringify(options)}) is a TypeError`, () => {
    assert.throws(() => manualWheel().wheel.expirations(options), { name: 'TypeError', message: /options/ });
  });
}
