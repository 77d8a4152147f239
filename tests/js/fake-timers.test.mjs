// lru-cache #198, #345, #349: fake timers installed after the import are ignored. node-cache #172: a mocked timer returns no object.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { fakeHost } from './host.mjs';
import { IdleWheel } from './package.mjs';
import { intervalWheel } from './wheels.mjs';

test("node:test's mock timers, installed after the import, drive the wheel", (t) => {
  mock.timers.enable({ apis: ['setInterval', 'setImmediate', 'Date'] });
  t.after(() => mock.timers.reset());
  const expired = [];
  const wheel = new IdleWheel({ clock: () => Date.now(), onExpire: (uid) => expired.push(uid) });
  wheel.touch('uid');
  for (let second = 0; second < 30; second++) mock.timers.tick(1000);
  assert.deepEqual(expired, []);
  mock.timers.tick(1000);
  assert.deepEqual(expired, ['uid']);
});

test('mock timers installed after the wheel was made drive it as well', (t) => {
  const expired = [];
  const wheel = new IdleWheel({ clock: () => Date.now(), onExpire: (uid) => expired.push(uid) });
  mock.timers.enable({ apis: ['setInterval', 'setImmediate', 'Date'] });
  t.after(() => mock.timers.reset());
  wheel.touch('uid');
  for (let second = 0; second < 31; second++) mock.timers.tick(1000);
  assert.deepEqual(expired, ['uid']);
});

test('fake timers removed and installed again between two lives are found each time', (t) => {
  const wheel = new IdleWheel();
  const expired = [];
  wheel.on('expire', (uid) => expired.push(uid));
  for (let life = 0; life < 3; life++) {
    const host = fakeHost(t, { kind: life % 2 ? 'browser' : 'node' });
    wheel.touch(life);
    assert.equal(host.intervals.length, 1);
    host.advance(31_000);
    assert.deepEqual(host.intervals, []);
  }
  assert.deepEqual(expired, [0, 1, 2]);
});

for (const kind of ['undefined', 'bare', 'browser']) {
  test(`a setInterval that returns ${kind === 'browser' ? 'a number' : kind === 'bare' ? 'an object without methods' : 'undefined'} is tolerated`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { ref: kind === 'bare' });
    wheel.touch('uid');
    for (let i = 0; i < 100; i++) wheel.touch(i);
    assert.equal(host.calls.setInterval, 1);
    host.advance(30_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.equal(expired.length, 101);
    wheel.touch('again');
    host.advance(40_000);
    assert.equal(expired.length, 102);
    wheel.close();
  });

  test(`a late tick with such a setInterval (${kind}) is tolerated`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(1700);
    host.advance(0);
    host.block(10_000);
    host.advance(0);
    assert.ok(wheel.stats().now >= 11 && wheel.stats().now <= 12);
    host.advance(40_000);
    assert.equal(expired.length, 1);
  });
}

// node-cache #172: what is called on a mocked timer is not there. Whatever one may be:
for (const [what, timer] of [
  ['null', null],
  ['0', 0],
  ['an empty string', ''],
  ['a symbol', Symbol('timer')],
  ['a bigint', 7n],
  ['a function', () => {}],
  ['an object without a prototype', Object.create(null)],
  ['a frozen object', Object.freeze({})],
  ['an object whose unref and refresh are no functions', { unref: true, refresh: 'yes' }],
  ['an object whose unref returns nothing', { unref() {} }],
]) {
  test(`a setInterval that returns ${what} drives the wheel, and is handed to clearInterval as it was`, (t) => {
    const host = fakeHost(t);
    const arm = globalThis.setInterval;
    const armed = [];
    const cleared = [];
    globalThis.setInterval = (callback, ms) => {
      armed.push(arm(callback, ms));
      return timer;
    };
    const clear = globalThis.clearInterval;
    globalThis.clearInterval = (handle) => {
      cleared.push(handle);
      clear(armed.shift());
    };
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(10_000);
    host.block(1500);
    host.advance(0);
    host.block(5000);
    host.advance(40_000);
    assert.equal(expired.length, 1);
    assert.deepEqual(host.intervals, []);
    assert.ok(cleared.length > 0);
    for (const handle of cleared) assert.equal(handle, timer);
  });
}

test('each host function is looked up when it is called', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { countSleep: true });
  wheel.touch('uid');
  host.advance(5000);
  const used = new Set();
  for (const [object, name] of [
    [performance, 'now'],
    [Date, 'now'],
    [globalThis, 'setInterval'],
    [globalThis, 'clearInterval'],
    [globalThis, 'setImmediate'],
  ]) {
    const before = object[name];
    object[name] = (...args) => {
      used.add(`${object === performance ? 'performance.' : object === Date ? 'Date.' : ''}${name}`);
      return before(...args);
    };
  }
  host.block(60_000);
  host.advance(0);
  assert.equal(expired.length, 1);
  wheel.touch('again');
  wheel.delete('again');
  assert.deepEqual([...used].toSorted(), ['Date.now', 'clearInterval', 'performance.now', 'setImmediate', 'setInterval']);
});

test('a performance object that is replaced as a whole is found', (t) => {
  const host = fakeHost(t);
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'performance');
  let readings = 0;
  Object.defineProperty(globalThis, 'performance', {
    configurable: true,
    value: {
      now: () => {
        readings++;
        return host.time;
      },
    },
  });
  t.after(() => Object.defineProperty(globalThis, 'performance', descriptor));
  const { wheel, expired } = intervalWheel(host);
  wheel.touch('uid');
  host.advance(31_000);
  assert.equal(expired.length, 1);
  assert.ok(readings > 0);
});
