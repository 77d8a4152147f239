// undici #3410, openclaw #105698: the loop was blocked, the answer waits in the socket, and the peer is timed out. With real sockets and a
// loop that is really blocked. What is asserted is an order, not a time: the message is read before anyone is judged.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { block, TICK, TIMEOUT, turn, untilSilentForAWhile } from './blocking.mjs';
import { IdleWheel } from './package.mjs';

/** A server that touches in its wheel whatever it is sent, a client of it, and the events in their order. */
const heartbeats = async (t) => {
  const events = [];
  const wheel = new IdleWheel({ timeout: TIMEOUT, tick: TICK, onExpire: (uid) => events.push(`${uid} expired`) });
  const server = createServer((socket) => {
    socket.setEncoding('utf8').on('data', (uid) => {
      events.push(`${uid} beat`);
      wheel.touch(uid);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(server.address().port, '127.0.0.1');
  await once(client, 'connect');
  client.setNoDelay();
  t.after(() => {
    wheel.close();
    client.destroy();
    server.close();
  });
  return { wheel, client, events };
};

const blockIn = {
  'a timer callback': (work) => new Promise((resolve) => setTimeout(() => resolve(work()), 1)),
  'an immediate': (work) => new Promise((resolve) => setImmediate(() => resolve(work()))),
  'a microtask': (work) => Promise.resolve().then(work),
  'an I/O callback': async (work, t) => {
    const server = createServer((socket) => socket.end('work'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    return new Promise((resolve, reject) => {
      const client = connect(server.address().port, '127.0.0.1').on('error', reject);
      client.on('data', () => resolve(work()));
    });
  },
};

for (const [where, run] of Object.entries(blockIn)) {
  test(`a heartbeat that waits in the socket while ${where} blocks the loop is read before its uid is judged`, async (t) => {
    const { wheel, client, events } = await heartbeats(t);
    let isSetUp = false;
    while (!isSetUp) {
      await untilSilentForAWhile(wheel, 'uid');
      events.length = 0;
      isSetUp = await run(() => {
        // The touch must be old, and the uid here, when the block begins.
        if (!wheel.has('uid') || wheel.remaining('uid') > TIMEOUT) return false;
        client.write('uid');
        block(TIMEOUT * 5);
        return true;
      }, t);
    }
    while (events.length === 0) await turn();
    assert.equal(events[0], 'uid beat');
  });

  test(`who sent nothing while ${where} blocked the loop expires all the same`, async (t) => {
    const { wheel, events } = await heartbeats(t);
    await untilSilentForAWhile(wheel, 'uid');
    await run(() => block(TIMEOUT * 5), t);
    while (events.length === 0) await turn();
    assert.deepEqual(events, ['uid expired']);
  });
}

test('many heartbeats on many sockets are all read before anyone is judged', async (t) => {
  const { wheel, client, events } = await heartbeats(t);
  const clients = [client];
  for (let i = 1; i < 50; i++) {
    const more = connect(client.remotePort, '127.0.0.1');
    await once(more, 'connect');
    t.after(() => more.destroy());
    clients.push(more);
  }
  let isSetUp = false;
  while (!isSetUp) {
    for (let i = 0; i < clients.length; i++) wheel.touch(`uid${i}`);
    await untilSilentForAWhile(wheel, 'uid0');
    events.length = 0;
    isSetUp = await new Promise((resolve) => {
      setTimeout(() => {
        if (wheel.size < clients.length || clients.some((_, i) => wheel.remaining(`uid${i}`) > TIMEOUT)) return resolve(false);
        for (let i = 0; i < clients.length; i++) clients[i].write(`uid${i}`);
        block(TIMEOUT * 5);
        resolve(true);
      }, 1);
    });
  }
  while (events.filter((event) => event.endsWith('beat')).length < clients.length) await turn();
  const firstExpiry = events.findIndex((event) => event.endsWith('expired'));
  const beatsBefore = firstExpiry < 0 ? clients.length : events.slice(0, firstExpiry).length;
  assert.equal(beatsBefore, clients.length);
});
