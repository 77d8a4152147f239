// How a socket and its connection end each other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeSocket, socketRoom } from './ws-sockets.mjs';

for (const [code, how, options] of [
  [1000, 'left', {}],
  // A browser's page that is reloaded, left or closed says 1001, `close()` without a code is 1005, and a broken line 1006.
  [1001, 'closed', {}],
  [1005, 'closed', {}],
  [1006, 'closed', {}],
  [1011, 'closed', {}],
  [4000, 'closed', {}],
  [1001, 'left', { leaveOn: [1000, 1001] }],
  [1000, 'left', { leaveOn: [1000, 1001] }],
  [1000, 'closed', { leaveOn: [] }],
  [4321, 'left', { leaveOn: new Array(1).fill(4321) }],
]) {
  test(`a socket that closes by ${code} has ${how}${'leaveOn' in options ? `, with leaveOn ${JSON.stringify(options.leaveOn)}` : ''}`, () => {
    const { presence, track, events } = socketRoom({ grace: 10, ...options });
    const socket = new FakeSocket();
    const ended = [];
    const connection = track(socket, 'ada', { onEnd: (reason) => ended.push(reason) });
    socket.closed(code);
    assert.deepEqual([connection.alive, ended, presence.has('ada')], [false, [how], how === 'closed']);
    assert.deepEqual(events, how === 'closed' ? ['join ada'] : ['join ada', 'leave ada left']);
    assert.deepEqual([socket.calls, socket.heard, track.size], [[], 0, 0]);
  });
}

test('a socket whose connection times out is terminated, and its late close says nothing', () => {
  const { events, track, run } = socketRoom();
  const socket = new FakeSocket();
  track(socket, 'ada');
  run(31);
  assert.deepEqual(
    [socket.calls, events],
    [
      ['ping', 'ping', 'terminate'],
      ['join ada', 'leave ada timeout'],
    ],
  );
  assert.deepEqual([socket.heard, track.size], [0, 0]);
  const next = track(new FakeSocket(), 'ada');
  socket.closed(1006);
  run(100, () => next.beat());
  assert.deepEqual([socket.calls.length, next.alive, events.slice(2)], [3, true, ['join ada']]);
});

test('a socket that is replaced is closed by 4001, and its late close never touches the newer one', () => {
  const { presence, events, track, run } = socketRoom();
  const [old, current] = [new FakeSocket(), new FakeSocket()];
  const ended = [];
  track(old, 'ada', { id: 'tab', onEnd: (reason) => ended.push(reason) });
  const connection = track(current, 'ada', { id: 'tab' });
  assert.deepEqual([old.calls, ended, old.heard, current.calls, track.size], [['close 4001 replaced'], ['replaced'], 0, [], 1]);
  old.emit('message');
  old.closed(1000);
  run(50, () => current.emit('message'));
  assert.deepEqual([old.calls.length, connection.alive, events], [1, true, ['join ada']]);
  assert.equal(presence.connection('ada', 'tab'), connection);
});

test('a socket whose connection has lived for maxLife is closed by 4000', () => {
  const { events, track, run } = socketRoom({ maxLife: 40 });
  const socket = new FakeSocket();
  track(socket, 'ada');
  run(41, () => socket.emit('message'));
  assert.deepEqual([socket.calls, events, socket.heard], [['close 4000 expired'], ['join ada', 'leave ada expired'], 0]);
});

test('a socket that does not close when it is asked to is terminated after `every`', () => {
  const { track, run } = socketRoom();
  const [stuck, closing] = [new FakeSocket(), new FakeSocket()];
  for (const socket of [stuck, closing]) track(socket, 'ada', { id: 'tab' });
  track(new FakeSocket(), 'ada', { id: 'tab' });
  run(5);
  closing.closed(4001);
  run(5);
  // Messages that still come are no reason to wait longer.
  stuck.emit('message');
  assert.deepEqual(stuck.calls, ['close 4001 replaced']);
  run(1);
  assert.deepEqual([stuck.calls, closing.calls], [['close 4001 replaced', 'terminate'], ['close 4001 replaced']]);
  run(50);
  assert.equal(stuck.calls.length, 2);
});

for (const [how, end] of Object.entries({
  'connection.leave()': ({ connection }) => connection.leave(),
  'connection.lost()': ({ connection }) => connection.lost(),
  'presence.leave(uid)': ({ presence }) => presence.leave('ada'),
})) {
  test(`${how} ends the connection and leaves the socket open, which may be tracked again`, () => {
    const { presence, track, run } = socketRoom();
    const socket = new FakeSocket();
    end({ presence, connection: track(socket, 'ada') });
    assert.deepEqual([socket.heard, track.size, presence.has('ada')], [0, 0, false]);
    run(50);
    assert.deepEqual(socket.calls, []);
    track(socket, 'bob');
    run(11);
    assert.deepEqual([socket.pings, presence.has('bob'), track.size], [1, true, 1]);
  });
}

test('onEnd may track the socket again: that is not undone', () => {
  const { presence, track } = socketRoom();
  const socket = new FakeSocket();
  const connection = track(socket, 'guest', { onEnd: () => track(socket, 'ada') });
  connection.leave();
  assert.deepEqual([presence.list().map(({ uid }) => uid), track.size, socket.heard], [['ada'], 1, 4]);
  socket.closed(1000);
  assert.deepEqual([presence.size, track.size, socket.heard], [0, 0, 0]);
});

test('that holds also where a listener of join ended the connection', () => {
  const { presence, track } = socketRoom();
  presence.on('join', (uid) => uid === 'guest' && presence.leave('guest'));
  const socket = new FakeSocket();
  const connection = track(socket, 'guest', { onEnd: () => track(socket, 'ada') });
  assert.deepEqual([connection.alive, presence.has('ada'), track.size, socket.heard], [false, true, 1, 4]);
});

test('what onEnd throws is heard of by the error listeners of the presence', () => {
  const { presence, track } = socketRoom();
  const errors = [];
  presence.on('error', ({ message }) => errors.push(message));
  const socket = new FakeSocket();
  track(socket, 'ada', {
    onEnd() {
      throw new Error('thrown');
    },
  });
  socket.closed(1000);
  assert.deepEqual([errors, presence.size, socket.heard], [['thrown'], 0, 0]);
});

for (const [what, inJoin, calls] of [
  ['leaves', ({ presence }) => presence.leave('ada'), []],
  ['is replaced', ({ presence }) => presence.size === 1 && presence.connect('ada', { id: 'tab' }), ['close 4001 replaced']],
  ['ends with the presence', ({ presence }) => presence.close(), []],
]) {
  test(`a connection that ${what} in a listener of join leaves nothing on its socket`, () => {
    const { presence, track } = socketRoom();
    presence.on('join', () => inJoin({ presence }));
    const socket = new FakeSocket();
    const connection = track(socket, 'ada', { id: 'tab' });
    assert.deepEqual([connection.alive, socket.heard, track.size, socket.calls], [false, 0, 0, calls]);
  });
}

test('when the presence is closed sockets are let go: at their next sign of life, when they close, or when they are to be pinged', () => {
  const { presence, track } = socketRoom();
  const [talking, closing, silent] = [new FakeSocket(), new FakeSocket(), new FakeSocket()];
  for (const socket of [talking, closing, silent]) track(socket, 'ada');
  presence.close();
  talking.emit('message');
  closing.closed(1006);
  assert.deepEqual([talking.heard, closing.heard, silent.heard, track.size], [0, 0, 4, 1]);
  for (let tick = 0; tick < 11; tick++) track.tick();
  assert.deepEqual([silent.heard, track.size, silent.calls, talking.calls], [0, 0, [], []]);
});

test('track.close() stops the pinging; who is tracked beats and leaves as before', () => {
  const { presence, events, track } = socketRoom({ maxLife: 60 });
  const [talking, old] = [new FakeSocket(), new FakeSocket()];
  track(talking, 'ada');
  track(old, 'bob', { id: 'tab' });
  track.close();
  track[Symbol.dispose]();
  presence.connect('bob', { id: 'tab' });
  assert.deepEqual(old.calls, ['close 4001 replaced']);
  for (let tick = 0; tick < 50; tick++) {
    talking.emit('message');
    presence.tick();
  }
  assert.deepEqual([talking.calls, presence.has('ada'), track.size], [[], true, 1]);
  talking.closed(1000);
  assert.deepEqual([events.at(-1), talking.heard, track.size], ['leave ada left', 0, 0]);
  for (const call of [() => track(new FakeSocket(), 'cyd'), () => track.tick()]) {
    assert.throws(call, { name: 'IdleWheelError', code: 'CLOSED', message: 'the tracker of sockets is closed' });
  }
  assert.equal(presence.has('cyd'), false);
});
