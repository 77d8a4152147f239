// undici #3410, openclaw #105698, for what else may wait while the loop is blocked: a worker's message, and a datagram. What is asserted is an
// order, not a time: the block lasts until the message was sent, and until its uid has been silent for long.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { block, TICK, TIMEOUT, untilSilentForAWhile } from './blocking.mjs';
import { IdleWheel } from './package.mjs';

// Steps that the sender and the main thread wait for, in shared memory.
const READY = 1;
const GO = 2;
const SENT = 3;

/** Sends while the main thread is blocked, and says when it has. */
const SENDER = `
  const { workerData: { step, port }, parentPort } = require('node:worker_threads');
  const sent = () => { Atomics.store(step, 0, ${SENT}); Atomics.notify(step, 0); };
  const socket = require('node:dgram').createSocket('udp4');
  socket.connect(port, '127.0.0.1', () => {
    Atomics.store(step, 0, ${READY});
    Atomics.wait(step, 0, ${READY});
    parentPort.postMessage('worker beat');
    socket.send('datagram beat', () => { socket.close(); sent(); });
  });
`;

const waitFor = (step, value) => {
  for (;;) {
    const now = Atomics.load(step, 0);
    if (now === value) return;
    Atomics.wait(step, 0, now);
  }
};

test("a worker's message and a datagram that wait while the loop is blocked are read before their uids are judged", async (t) => {
  const events = [];
  const wheel = new IdleWheel({ timeout: TIMEOUT, tick: TICK, onExpire: (uid) => events.push(`${uid} expired`) });
  const heard = (uid) => {
    events.push(`${uid} beat`);
    wheel.touch(uid);
  };
  const socket = createSocket('udp4', () => heard('datagram'));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const step = new Int32Array(new SharedArrayBuffer(4));
  const sender = new Worker(SENDER, { eval: true, workerData: { step, port: socket.address().port } });
  sender.on('message', () => heard('worker'));
  t.after(async () => {
    wheel.close();
    socket.close();
    await sender.terminate();
  });
  let isBlocked = false;
  while (!isBlocked) {
    wheel.touch('datagram');
    await untilSilentForAWhile(wheel, 'worker');
    events.length = 0;
    isBlocked = await new Promise((resolve) => {
      setTimeout(() => {
        const isHere = (uid) => wheel.has(uid) && wheel.remaining(uid) <= TIMEOUT;
        if (Atomics.load(step, 0) !== READY || !isHere('worker') || !isHere('datagram')) return resolve(false);
        Atomics.store(step, 0, GO);
        Atomics.notify(step, 0);
        waitFor(step, SENT);
        block(TIMEOUT * 5);
        resolve(true);
      }, 1);
    });
  }
  while (events.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(events.slice(0, 2).toSorted(), ['datagram beat', 'worker beat']);
});
