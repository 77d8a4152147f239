// Contract, line 10: what throws is reported, and nobody's expiry is lost, delayed or repeated by it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule, valueOfModule } from './child.mjs';
import { manualWheel, run, uidsNamed } from './wheels.mjs';

const dueNext = (n) => {
  const made = manualWheel();
  made.wheel.touchMany(uidsNamed('uid', n));
  run(made.wheel, 30);
  return made;
};

test('a throw goes to the error listeners at once, in place', () => {
  const { wheel } = dueNext(3);
  const order = [];
  wheel.on('expire', () => {
    order.push('throws');
    throw new Error('listener');
  });
  wheel.on('expire', () => order.push('next listener'));
  wheel.on('error', (error) => order.push(`error: ${error.message}`));
  wheel.on('error', () => order.push('second error listener'));
  assert.equal(wheel.tick(), 3);
  const once = ['throws', 'error: listener', 'second error listener', 'next listener'];
  assert.deepEqual(order, [...once, ...once, ...once]);
});

test('whatever is thrown arrives as it is', () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const thrown = [undefined, null, 0, 'text', Symbol.for('symbol'), { an: 'object' }];
  const errors = [];
  let next = 0;
  wheel.on('expire', () => {
    throw thrown[next++];
  });
  wheel.on('error', (error) => errors.push(error));
  wheel.touchMany(uidsNamed('uid', thrown.length));
  run(wheel, 2);
  assert.deepEqual(errors, thrown);
});

for (const n of [1, 100, 5000]) {
  test(`with a listener that always throws, all ${n} are delivered in their tick, once (node-cache, ttlcache, undici, tick-cache)`, () => {
    const { wheel } = dueNext(n);
    const heard = [];
    let errors = 0;
    wheel.on('expire', (uid) => {
      heard.push(uid);
      throw new Error(String(uid));
    });
    wheel.on('error', () => errors++);
    assert.equal(wheel.tick(), n);
    assert.equal(new Set(heard).size, n);
    assert.equal(heard.length, n);
    assert.equal(errors, n);
    assert.equal(wheel.size, 0);
    assert.equal(run(wheel, 100), 0);
  });
}

// wasm-bindgen #1963: each leaks a little of the stack.
test('wasm-bindgen #2412: after a million throwing callbacks the wheel is healthy', () => {
  const { wheel, expired } = manualWheel();
  let errors = 0;
  wheel.on('expire', () => {
    throw undefined;
  });
  wheel.on('error', () => errors++);
  for (let round = 0; round < 10; round++) {
    for (let uid = 0; uid < 100_000; uid++) wheel.touch(uid);
    run(wheel, 30);
    assert.equal(wheel.tick(), 100_000);
  }
  assert.equal(errors, 1_000_000);
  expired.length = 0;
  wheel.touch('uid');
  assert.equal(run(wheel, 30), 0);
  assert.equal(wheel.tick(), 1);
  assert.deepEqual(expired, ['uid']);
});

test('node #27867: a promise that rejects goes to the error listeners', async () => {
  const { wheel } = dueNext(3);
  const errors = [];
  wheel.on('expire', async (uid) => {
    throw new Error(uid);
  });
  wheel.on('expireBatch', () => Promise.reject(new Error('batch')));
  wheel.on('error', (error) => errors.push(error.message));
  assert.equal(wheel.tick(), 3);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(errors.toSorted(), ['batch', 'uid0', 'uid1', 'uid2']);
});

test('a thenable that rejects, or whose then throws, goes there too', async () => {
  const { wheel } = manualWheel({ timeout: 1 });
  const errors = [];
  const results = [
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
    { then: (_, reject) => reject('rejects') },
    {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      get then() {
        throw 'no then';
      },
    },
    {
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      then() {
        throw 'then throws';
      },
    },
  ];
  wheel.on('expire', () => results.pop());
  wheel.on('error', (error) => errors.push(error));
  wheel.touchMany(['a', 'b', 'c']);
  run(wheel, 2);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(errors.toSorted(), ['no then', 'rejects', 'then throws']);
});

test('a throw of an expireBatch listener goes to the error listeners', () => {
  const { wheel } = dueNext(3);
  const errors = [];
  const batches = [];
  wheel.on('expireBatch', () => {
    throw new Error('batch');
  });
  wheel.on('expireBatch', (batch) => batches.push(batch.length));
  wheel.on('error', (error) => errors.push(error.message));
  assert.equal(wheel.tick(), 3);
  assert.deepEqual(errors, ['batch']);
  assert.deepEqual(batches, [3]);
});

test('onExpire is guarded as every listener is', () => {
  const { wheel } = manualWheel({
    timeout: 1,
    onExpire: () => {
      throw new Error('onExpire');
    },
  });
  const errors = [];
  wheel.on('error', (error) => errors.push(error.message));
  wheel.touchMany(['a', 'b']);
  assert.equal(run(wheel, 2), 2);
  assert.deepEqual(errors, ['onExpire', 'onExpire']);
});

const uncaught = (body) =>
  valueOfModule(`
    import { IdleWheel } from './package.mjs';
    import { manualWheel, run, uidsNamed } from './wheels.mjs';
    const log = [];
    process.on('uncaughtException', (error) => log.push('uncaught ' + (error?.message ?? error)));
    ${body}
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
    console.log(JSON.stringify(log));
  `);

test('without an error listener a throw is reported as uncaught, after everybody else has been delivered', async () => {
  const log = await uncaught(`
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', (uid) => { log.push(uid); throw new Error(uid); });
    wheel.on('expireBatch', (batch) => log.push('batch of ' + batch.length));
    wheel.touchMany(['a', 'b', 'c']);
    wheel.tick();
    log.push('expired ' + wheel.tick());
  `);
  assert.deepEqual(log.slice(0, 3).toSorted(), ['a', 'b', 'c']);
  assert.deepEqual(log.slice(3, 5), ['batch of 3', 'expired 3']);
  assert.deepEqual(log.slice(5).toSorted(), ['uncaught a', 'uncaught b', 'uncaught c']);
});

test('the same with the interval driver: all are delivered, each throw is reported, and the ticks go on', async () => {
  const log = await uncaught(`
    const wheel = new IdleWheel({ timeout: 20, tick: 10, ref: true });
    let second;
    const done = new Promise((resolve) => { second = resolve; });
    wheel.on('expire', (uid) => {
      log.push(uid);
      if (uid === 'second') second();
      throw new Error(uid);
    });
    wheel.on('expireBatch', (batch) => log.push('batch of ' + batch.length));
    wheel.touchMany(['a', 'b', 'c']);
    while (wheel.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    wheel.touch('second');
    await done;
  `);
  assert.deepEqual(log.slice(0, 3).toSorted(), ['a', 'b', 'c']);
  assert.equal(log[3], 'batch of 3');
  assert.deepEqual(log.slice(4, 7).toSorted(), ['uncaught a', 'uncaught b', 'uncaught c']);
  assert.deepEqual(log.slice(7), ['second', 'batch of 1', 'uncaught second']);
});

test('a promise that rejects without an error listener is reported as uncaught', async () => {
  const log = await uncaught(`
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', async (uid) => { throw new Error(uid); });
    wheel.touchMany(['a', 'b']);
    run(wheel, 2);
  `);
  assert.deepEqual(log.toSorted(), ['uncaught a', 'uncaught b']);
});

test('a throw of an error listener is reported as uncaught, and the other error listeners hear of the error', async () => {
  const log = await uncaught(`
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', (uid) => { throw new Error(uid); });
    wheel.on('error', (error) => { throw new Error('listener of ' + error.message); });
    wheel.on('error', (error) => log.push('heard ' + error.message));
    wheel.touchMany(['a', 'b']);
    run(wheel, 2);
    log.push('ticked');
  `);
  assert.deepEqual(log.slice(0, 2).toSorted(), ['heard a', 'heard b']);
  assert.equal(log[2], 'ticked');
  assert.deepEqual(log.slice(3).toSorted(), ['uncaught listener of a', 'uncaught listener of b']);
});

test('with maxPerTurn it is reported after everybody in the later turns', async () => {
  const log = await uncaught(`
    const wheel = new IdleWheel({ timeout: 20, tick: 10, ref: true, maxPerTurn: 2 });
    wheel.on('expire', (uid) => { log.push(uid); throw new Error(uid); });
    wheel.touchMany(['a', 'b', 'c', 'd', 'e']);
    while (wheel.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  `);
  assert.deepEqual(log.slice(0, 5).toSorted(), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(log.slice(5).toSorted(), ['uncaught a', 'uncaught b', 'uncaught c', 'uncaught d', 'uncaught e']);
});

test('where the host has reportError, it is given each error, after everybody else has been delivered', async () => {
  const log = await uncaught(`
    globalThis.reportError = (error) => log.push('reported ' + error.message);
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', (uid) => { log.push(uid); throw new Error(uid); });
    wheel.touchMany(['a', 'b', 'c']);
    run(wheel, 2);
  `);
  assert.deepEqual(log.slice(0, 3).toSorted(), ['a', 'b', 'c']);
  assert.deepEqual(log.slice(3).toSorted(), ['reported a', 'reported b', 'reported c']);
});

test('an error listener that has stopped listening is none', async () => {
  const log = await uncaught(`
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', () => { throw new Error('reported'); });
    wheel.on('error', () => log.push('heard'))();
    wheel.touch('a');
    run(wheel, 2);
  `);
  assert.deepEqual(log, ['uncaught reported']);
});

test('a throw after close() in the same callback is reported all the same', async () => {
  const log = await uncaught(`
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', () => { wheel.close(); throw new Error('after close'); });
    wheel.touchMany(['a', 'b']);
    wheel.tick();
    log.push('expired ' + wheel.tick());
  `);
  assert.deepEqual(log, ['expired 1', 'uncaught after close']);
});

test('an uncaught error ends the process as any other does, when nobody listens for it', async () => {
  const { code, stderr } = await runModule(`
    import { manualWheel, run } from './wheels.mjs';
    const { wheel } = manualWheel({ timeout: 1 });
    wheel.on('expire', () => { throw new Error('nobody catches this'); });
    wheel.touch('a');
    run(wheel, 2);
  `);
  assert.equal(code, 1);
  assert.match(stderr, /nobody catches this/);
});
