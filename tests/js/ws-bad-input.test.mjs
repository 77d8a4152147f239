// What is refused names what it got, and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Presence, sockets } from './presence-package.mjs';
import { FakeSocket, socketRoom } from './ws-sockets.mjs';

for (const [options, name, message] of [
  [null, 'TypeError', 'options is null; it takes an object'],
  [5, 'TypeError', 'options is 5; it takes an object'],
  [{ interval: 5 }, 'TypeError', 'unknown option "interval"; the options are every, tick, driver, clock, leaveOn'],
  [{ every: '10s' }, 'TypeError', 'every is "10s"; it takes a number of ms'],
  [{ every: null }, 'TypeError', 'every is null; it takes a number of ms'],
  [{ every: 999 }, 'RangeError', /^every is 999; it takes ms from 1000 \(one tick\)/],
  [{ every: Number.NaN }, 'RangeError', /^every is NaN;/],
  [{ every: Number.POSITIVE_INFINITY }, 'RangeError', /^every is Infinity;/],
  [{ every: 10, tick: 0 }, 'RangeError', /^tick is 0;/],
  [{ tick: '1' }, 'TypeError', /^tick is "1";/],
  [{ driver: 'auto' }, 'TypeError', 'driver is "auto"; it takes "interval" or "manual"'],
  [{ clock: 5 }, 'TypeError', 'clock is 5; it takes a function'],
  [{ leaveOn: 1000 }, 'TypeError', 'leaveOn is 1000; it takes an array of close codes'],
  [{ leaveOn: ['1000'] }, 'TypeError', 'leaveOn has "1000" in it; it takes close codes, which are numbers'],
  [{ leaveOn: [999] }, 'RangeError', 'leaveOn has 999 in it; it takes close codes from 1000 to 4999'],
  [{ leaveOn: [1000, 5000] }, 'RangeError', 'leaveOn has 5000 in it; it takes close codes from 1000 to 4999'],
  [{ leaveOn: [1000.5] }, 'RangeError', 'leaveOn has 1000.5 in it; it takes close codes from 1000 to 4999'],
]) {
  test(`sockets(presence, ${JSON.stringify(options, (_, value) => (typeof value === 'number' ? String(value) : value))}) is a ${name}`, () => {
    assert.throws(() => sockets(new Presence(), options), { name, message });
  });
}

test('a presence that is none is named', () => {
  for (const [presence, shown] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['presence', '"presence"'],
    [{}, 'an object'],
  ]) {
    assert.throws(() => sockets(presence), { name: 'TypeError', message: `presence is ${shown}; it takes a Presence` });
  }
});

test('what is no socket of ws is named', () => {
  const { presence, track } = socketRoom();
  const browsers = { readyState: 1, addEventListener() {}, send() {}, close() {} };
  for (const [socket, shown] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['ws://127.0.0.1', '"ws://127.0.0.1"'],
    [browsers, 'an object'],
    [Object.assign(new FakeSocket(), { readyState: undefined }), 'an object'],
    [Object.assign(new FakeSocket(), { terminate: undefined }), 'an object'],
  ]) {
    assert.throws(() => track(socket, 'ada'), {
      name: 'TypeError',
      message: `socket is ${shown}; it takes a WebSocket of the ws package`,
    });
  }
  assert.equal(presence.size, 0);
});

test('a socket that is closing or closed is refused: its close may have been long ago', () => {
  const { presence, track } = socketRoom();
  for (const [readyState, what] of [
    [2, 'closing'],
    [3, 'closed'],
  ]) {
    const socket = Object.assign(new FakeSocket(), { readyState });
    assert.throws(() => track(socket, 'ada'), { name: 'TypeError', message: `socket is ${what}; it takes one that is open` });
    assert.equal(socket.heard, 0);
  }
  assert.equal(presence.size, 0);
});

test('a socket is of one uid at a time', () => {
  const { presence, track } = socketRoom();
  const socket = new FakeSocket();
  track(socket, 'guest');
  assert.throws(() => track(socket, 'ada'), { name: 'TypeError', message: /^socket is tracked already, so it can't be "ada"/ });
  assert.deepEqual([presence.list().map(({ uid }) => uid), socket.heard, track.size], [['guest'], 4, 1]);
});

test('a call that throws changes nothing', () => {
  const { presence, track, run } = socketRoom({ maxConnections: 1 });
  const [first, socket] = [new FakeSocket(), new FakeSocket()];
  track(first, 'ada');
  const refused = (uid, options, error) => {
    assert.throws(() => track(socket, uid, options), error);
    assert.deepEqual([presence.connections, track.size, socket.heard], [1, 1, 0]);
  };
  refused('bob', {}, { code: 'CAPACITY' });
  refused({}, {}, { name: 'TypeError', message: 'uid is an object; it takes a string or a safe integer' });
  refused('ada', null, { name: 'TypeError', message: 'options is null; it takes an object' });
  refused('ada', { id: 5 }, { name: 'TypeError', message: 'id is 5; it takes a string' });
  refused('ada', { meta: () => {} }, { name: 'TypeError', message: 'meta is a function; it takes what JSON can hold' });
  refused('ada', { onEnd: 'later' }, { name: 'TypeError', message: 'onEnd is "later"; it takes a function' });
  run(11);
  assert.deepEqual([first.pings, socket.calls], [1, []]);
  first.closed(1000);
  assert.equal(track(socket, 'bob').alive, true);
});
