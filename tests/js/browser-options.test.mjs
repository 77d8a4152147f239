// What heartbeat() and activity() are given, and where.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { activity, heartbeat, inPage, listenersOf, Origin } from './pages.mjs';

const send = () => {};

const BAD_HEARTBEATS = [
  [undefined, TypeError, /^options is undefined; it takes an object$/],
  [{}, TypeError, /^send is undefined; it takes a function$/],
  [{ send: 'now' }, TypeError, /^send is "now"; it takes a function$/],
  [{ send, evry: 1 }, TypeError, /^unknown option "evry"; the options are send, every, /],
  [{ send, every: '10' }, TypeError, /^every is "10"; it takes a number of ms$/],
  [{ send, every: null }, TypeError, /^every is null; it takes a number of ms$/],
  [{ send, every: Number.NaN }, RangeError, /^every is NaN; it takes ms from 2 \(two ticks\) to 86400000 \(a day\)$/],
  [{ send, every: 1 }, RangeError, /^every is 1; it takes ms from 2 /],
  [{ send, every: 86_400_001 }, RangeError, /^every is 86400001; it takes ms from 2 /],
  [{ send, every: 1_999, tick: 1_000 }, RangeError, /^every is 1999; it takes ms from 2000 /],
  [{ send, tick: 0 }, RangeError, /^tick is 0; it takes a whole number of ms from 1 to 43200000$/],
  [{ send, tick: 1.5 }, RangeError, /^tick is 1.5; it takes a whole number of ms from 1 to 43200000$/],
  [{ send, tick: '1' }, TypeError, /^tick is "1"; it takes a number of ms$/],
  [{ send, leave: 7 }, TypeError, /^leave is 7; it takes an http\(s\) URL or a function$/],
  [{ send, leave: 'https://' }, TypeError, /^leave is "https:\/\/"; it takes an http\(s\) URL or a function$/],
  [{ send, leave: 'data:,bye' }, TypeError, /^leave is "data:,bye"; it takes an http\(s\) URL or a function$/],
  [{ send, leaveBody: 'x' }, TypeError, /^leaveBody is "x"; it goes with an URL as leave, and leave is undefined$/],
  [{ send, leave: send, leaveBody: 'x' }, TypeError, /^leaveBody is "x"; it goes with an URL as leave, and leave is a function$/],
  [{ send, leave: '/bye', leaveBody: 7 }, TypeError, /^leaveBody is 7; it takes what navigator.sendBeacon takes/],
  [{ send, name: '' }, TypeError, /^name is ""; it takes a string that is not empty and does not start with a hyphen$/],
  [{ send, name: '-x' }, TypeError, /^name is "-x"; /],
  [{ send, name: false }, TypeError, /^name is false; /],
  [{ send, onError: 'log' }, TypeError, /^onError is "log"; it takes a function$/],
];

const BAD_ACTIVITIES = [
  [undefined, TypeError, /^options is undefined; it takes an object$/],
  [{ onidle: send }, TypeError, /^unknown option "onidle"; the options are idle, tick, onIdle, /],
  [{ idle: '60' }, TypeError, /^idle is "60"; it takes a number of ms$/],
  [{ idle: 999 }, RangeError, /^idle is 999; it takes ms from 1000 \(one tick\) to /],
  [{ idle: Number.POSITIVE_INFINITY }, RangeError, /^idle is Infinity; /],
  [{ tick: -1 }, RangeError, /^tick is -1; it takes a whole number of ms from 1 to 2147483647$/],
  [{ tick: 1n }, TypeError, /^tick is a bigint; it takes a number of ms$/],
  [{ onIdle: 'x' }, TypeError, /^onIdle is "x"; it takes a function$/],
  [{ onActive: 1 }, TypeError, /^onActive is 1; it takes a function$/],
  [{ onActivity: null }, TypeError, /^onActivity is null; it takes a function$/],
  [{ name: true }, TypeError, /^name is true; it takes a string that is not empty and does not start with a hyphen, or false$/],
];

for (const [start, cases] of [
  [heartbeat, BAD_HEARTBEATS],
  [activity, BAD_ACTIVITIES],
]) {
  const name = start === heartbeat ? 'heartbeat' : 'activity';
  for (const [options, type, message] of cases) {
    test(`${name}: ${message.source.slice(1, 60)}…: and nothing has started`, (t) => {
      const host = fakeHost(t);
      const origin = new Origin();
      const page = origin.page();
      assert.throws(
        () => inPage(page, () => start(options)),
        (error) => error.constructor === type && message.test(error.message),
      );
      assert.deepEqual([listenersOf(page), origin.channels, origin.lock('idlewheel').queue, host.intervals], [0, [], [], []]);
      assert.equal(page.added + page.document.added, 0);
    });
  }

  test(`${name}: without a window it says what is missing`, () => {
    const missing = (what) => ({
      name: 'TypeError',
      message: `${name}() runs in a page, and there is no ${what} here; call it where there is one`,
    });
    assert.throws(() => start({ send }), missing('window'));
    assert.throws(() => inPage({}, () => start({ send })), missing('window.addEventListener'));
    assert.throws(() => inPage({ addEventListener() {} }, () => start({ send })), missing('document'));
  });
}

test('a page without sendBeacon takes a function as leave, and no URL', () => {
  const page = new Origin().page({ beacon: false });
  assert.throws(() => inPage(page, () => heartbeat({ send, leave: '/bye' })), {
    name: 'TypeError',
    message: 'leave is "/bye", and there is no navigator.sendBeacon here; give a function instead',
  });
});
