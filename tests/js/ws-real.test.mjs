// Real servers and clients of the ws package, on the real clock. Nothing is decided by how long it takes: events are waited for.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { Presence, sockets } from './presence-package.mjs';
import { watch } from './presences.mjs';

// A machine that is busy may stop for a second; one that pings ten times as often as it has to waits for nobody.
const TIMES = { timeout: 3000, tick: 50 };
const EVERY = { every: 200, tick: 50 };

/** Far beyond what any of them takes. */
const LIMIT_MS = 120_000;

/** A server that tracks whoever connects, as the uid that is the path. */
async function startServer(t, { presence: options, sockets: how, connect } = {}) {
  const presence = new Presence({ ...TIMES, ...options });
  const track = sockets(presence, { ...EVERY, ...how });
  // Longer than any test: it is not ws that ends what doesn't close.
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, closeTimeout: 2 * LIMIT_MS });
  await once(server, 'listening');
  const tracked = [];
  server.on('connection', (socket, { url }) => tracked.push({ socket, connection: track(socket, url.slice(1), connect) }));
  const clients = [];
  t.after(() => {
    track.close();
    presence.close();
    for (const client of [...clients, ...server.clients]) client.terminate();
    server.close();
  });
  const join = async (uid) => {
    const client = new WebSocket(`ws://127.0.0.1:${server.address().port}/${uid}`);
    clients.push(client);
    await once(client, 'open');
    return client;
  };
  return { presence, track, tracked, join, ...watch(presence) };
}

const leaving = (presence) => new Promise((resolve) => presence.on('leave', (...args) => resolve(args)));
const heard = ({ socket }) => ['message', 'ping', 'pong'].reduce((sum, event) => sum + socket.listenerCount(event), 0);

test('clients that answer pings stay, as those do that send messages, and the one that does neither is terminated', {
  timeout: LIMIT_MS,
}, async (t) => {
  const { presence, track, tracked, events, join } = await startServer(t);
  const [quiet, talking, dead] = [await join('quiet'), await join('talking'), await join('dead')];
  let pings = 0;
  quiet.on('ping', () => pings++);
  const messages = setInterval(() => talking.send('beat'), 50);
  t.after(() => clearInterval(messages));
  // It reads nothing any more, so it answers nothing; and the line is as good as ever.
  dead._socket.pause();
  const closed = once(tracked[2].socket, 'close');
  assert.deepEqual(await leaving(presence), ['dead', 'timeout']);
  const [code] = await closed;
  assert.equal(code, 1006);
  assert.ok(pings > 1, `${pings} pings`);
  assert.deepEqual([presence.list().map(({ uid }) => uid), track.size], [['quiet', 'talking'], 2]);
  assert.deepEqual(events, ['join quiet', 'join talking', 'join dead', 'leave dead timeout']);
  assert.deepEqual(tracked.map(heard), [3, 3, 0]);
});

for (const [what, leave, reason] of [
  ['closes by 1000', (client) => client.close(1000), 'left'],
  ['closes by 1001, as a page does that is reloaded or left', (client) => client.close(1001), 'closed'],
  ['closes without a code', (client) => client.close(), 'closed'],
  ['breaks off', (client) => client.terminate(), 'closed'],
]) {
  test(`a client that ${what} has ${reason}`, { timeout: LIMIT_MS }, async (t) => {
    const { presence, track, join } = await startServer(t);
    const client = await join('ada');
    const left = leaving(presence);
    leave(client);
    assert.deepEqual(await left, ['ada', reason]);
    assert.equal(track.size, 0);
  });
}

test('a client that comes back under its id is there once; the old one hears 4001, and its late close does nothing', {
  timeout: LIMIT_MS,
}, async (t) => {
  const { presence, tracked, events, join } = await startServer(t, { connect: { id: 'tab' } });
  const old = await join('ada');
  const closed = once(old, 'close');
  const serverClosed = once(tracked[0].socket, 'close');
  await join('ada');
  const [code, reason] = await closed;
  assert.deepEqual([code, String(reason)], [4001, 'replaced']);
  await serverClosed;
  assert.deepEqual([presence.connections, tracked[1].connection.alive, events], [1, true, ['join ada']]);
});

test('a client that has lived for maxLife hears 4000', { timeout: LIMIT_MS }, async (t) => {
  const { presence, join } = await startServer(t, { presence: { maxLife: 200 } });
  const left = leaving(presence);
  const client = await join('ada');
  const [code, reason] = await once(client, 'close');
  assert.deepEqual([code, String(reason), await left], [4000, 'expired', ['ada', 'expired']]);
});

test('a client that does not answer when it is asked to close is terminated', { timeout: LIMIT_MS }, async (t) => {
  const { tracked, join } = await startServer(t, { connect: { id: 'tab' } });
  const old = await join('ada');
  old._socket.pause();
  const closed = once(tracked[0].socket, 'close');
  await join('ada');
  const [code] = await closed;
  assert.equal(code, 1006);
});
