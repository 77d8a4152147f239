// Who is pinged, and when: whoever says nothing, and nobody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { Presence, sockets } from './presence-package.mjs';
import { FakeSocket, socketRoom } from './ws-sockets.mjs';

test('a silent socket is pinged after `every`, and again each time that it goes on being silent for so long', () => {
  const { track, run } = socketRoom({ timeout: 100 });
  const socket = new FakeSocket();
  track(socket, 'ada');
  run(10);
  assert.deepEqual(socket.calls, []);
  run(1);
  assert.deepEqual(socket.calls, ['ping']);
  run(10);
  assert.equal(socket.pings, 1);
  run(1);
  assert.equal(socket.pings, 2);
});

for (const sign of ['message', 'ping', 'pong']) {
  test(`a ${sign} is a beat, and keeps a socket from being pinged`, () => {
    const { presence, track, run } = socketRoom();
    const socket = new FakeSocket();
    const connection = track(socket, 'ada');
    for (let i = 0; i < 20; i++) {
      run(10);
      socket.emit(sign, Buffer.alloc(0));
    }
    assert.deepEqual([socket.calls, connection.alive, presence.connections], [[], true, 1]);
  });
}

test('a socket that answers pings and says nothing else lives on', () => {
  const { events, track, run } = socketRoom();
  const socket = new FakeSocket();
  track(socket, 'ada');
  let answered = 0;
  run(1100, () => {
    if (socket.pings > answered) socket.emit('pong');
    answered = socket.pings;
  });
  assert.deepEqual([socket.pings, events], [100, ['join ada']]);
});

test('a beat by the connection itself is none of the socket: it is pinged', () => {
  const { track, run } = socketRoom();
  const socket = new FakeSocket();
  const connection = track(socket, 'ada');
  run(110, () => connection.beat({ active: true }));
  assert.deepEqual([socket.pings, connection.alive], [10, true]);
});

test('a message is no activity', () => {
  const { presence, track, run } = socketRoom({ away: 20 });
  const socket = new FakeSocket();
  const connection = track(socket, 'ada');
  run(21, () => socket.emit('message'));
  assert.equal(presence.get('ada').away, true);
  connection.beat({ active: true });
  assert.equal(presence.get('ada').away, false);
});

test('a ping that throws, as on a socket that is still connecting, is no harm: the next one comes, and silence ends it', () => {
  const { events, track, run } = socketRoom();
  const socket = new FakeSocket();
  socket.readyState = 0;
  track(socket, 'ada');
  run(11);
  socket.readyState = 1;
  run(11);
  assert.equal(socket.pings, 2);
  run(9);
  assert.deepEqual(
    [socket.calls, events],
    [
      ['ping', 'ping', 'terminate'],
      ['join ada', 'leave ada timeout'],
    ],
  );
});

test('thousands of sockets cost one timer, which is gone with the last of them', (t) => {
  const host = fakeHost(t);
  const presence = new Presence({ driver: 'manual' });
  const track = sockets(presence);
  host.advance(60_000);
  assert.equal(host.calls.setInterval, 0);
  const all = Array.from({ length: 5000 }, () => new FakeSocket());
  for (const [i, socket] of all.entries()) track(socket, i);
  assert.deepEqual([host.calls.setInterval, host.durations, host.intervals[0].refed, track.size], [1, [1000], false, 5000]);
  host.advance(11_000);
  assert.ok(all.every(({ pings }) => pings === 1));
  host.advance(9_000);
  for (const [i, socket] of all.entries()) if (i % 2 === 0) socket.emit('pong');
  host.advance(2_000);
  assert.ok(all.every(({ pings }, i) => pings === (i % 2 === 0 ? 1 : 2)));
  for (const socket of all) socket.closed(1006);
  assert.deepEqual([track.size, host.calls.setInterval, host.intervals], [0, 1, []]);
});

test('with the interval of the presence there are two', (t) => {
  const host = fakeHost(t);
  const presence = new Presence();
  const track = sockets(presence);
  const all = Array.from({ length: 1000 }, () => new FakeSocket());
  for (const socket of all) track(socket, 'ada');
  assert.equal(host.intervals.length, 2);
  host.advance(60_000);
  assert.ok(all.every(({ calls }) => calls.join() === 'ping,ping,terminate'));
  assert.deepEqual([presence.size, track.size, host.calls.setInterval, host.intervals], [0, 0, 2, []]);
});

test('after close() no timer runs, and nobody is pinged', (t) => {
  const host = fakeHost(t);
  const track = sockets(new Presence({ driver: 'manual' }));
  const socket = new FakeSocket();
  track(socket, 'ada');
  track.close();
  assert.deepEqual(host.intervals, []);
  host.advance(60_000);
  assert.deepEqual(socket.calls, []);
});

test('time is the clock option, where there is one', (t) => {
  const host = fakeHost(t);
  let clock = 0;
  const track = sockets(new Presence({ driver: 'manual' }), { clock: () => clock });
  const socket = new FakeSocket();
  track(socket, 'ada');
  host.advance(60_000);
  assert.equal(socket.pings, 0);
  for (let second = 0; second < 11; second++) {
    clock += 1000;
    host.advance(1000);
  }
  assert.equal(socket.pings, 1);
});

test('after a blocked loop not everybody is pinged at once: the gap is no silence', (t) => {
  const host = fakeHost(t);
  const track = sockets(new Presence({ driver: 'manual' }));
  const socket = new FakeSocket();
  track(socket, 'ada');
  host.advance(5000);
  host.block(60_000);
  host.advance(4000);
  assert.equal(socket.pings, 0);
  host.advance(1000);
  assert.equal(socket.pings, 1);
});
