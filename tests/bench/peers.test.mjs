// Each peer of the benchmark does what it is measured for: it tells of who fell silent, and of nobody else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildsOf } from '../../bench/speed/builds.mjs';
import { allPeers } from '../../bench/speed/peers/index.mjs';

const peers = allPeers(buildsOf({})).filter(({ loadOnly }) => !loadOnly);
const TICK_MS = 1_000;
const TIMEOUT_TICKS = 3;
/** Some keep time by half seconds, or by powers of two of them. */
const LATEST_TICK = 6;

/** How a peer is told that somebody is alive. */
function beaters({ touches = 'one' }, peer) {
  const handles = new Map();
  if (touches === 'many') return (uid) => peer.touchMany([uid]);
  if (touches === 'one') return (uid) => peer.touch(uid);
  return (uid) => (handles.has(uid) ? handles.get(uid).touch() : handles.set(uid, peer.handle(uid)));
}

for (const definition of peers.filter(({ virtual }) => virtual)) {
  test(`${definition.name}: who falls silent expires after the timeout, once, and whoever beats stays`, async () => {
    const expired = [];
    const timeoutMs = TIMEOUT_TICKS * TICK_MS;
    const peer = await definition.create({ timeoutMs, tickMs: TICK_MS, onExpire: (uid) => expired.push(uid) });
    const beat = beaters(definition, peer);
    for (const uid of ['ada', 'bob', 7]) beat(uid);
    assert.equal(peer.size, 3);
    for (let tick = 1; tick <= LATEST_TICK; tick++) {
      beat('ada');
      if (tick === 1) beat('bob');
      peer.advance();
      if (tick < TIMEOUT_TICKS) assert.deepEqual(expired, [], `nobody is due at tick ${tick}`);
    }
    assert.deepEqual(new Set(expired), new Set(['bob', 7]));
    assert.equal(expired.length, 2);
    assert.equal(peer.size, 1);
    assert.equal(peer.delete('ada'), true);
    assert.equal(peer.size, 0);
    peer.close();
  });
}

for (const definition of peers.filter(({ virtual }) => !virtual)) {
  test(`${definition.name}: who falls silent expires, and nobody before the timeout`, async () => {
    const timeoutMs = 200;
    const lastBeat = new Map();
    const expired = [];
    let peer;
    const bobIsGone = new Promise((resolve) => {
      const onExpire = (uid) => {
        expired.push({ uid: String(uid), silentMs: performance.now() - lastBeat.get(String(uid)) });
        if (uid === 'bob') resolve();
      };
      peer = definition.create({ timeoutMs, tickMs: 50, onExpire });
    });
    peer = await peer;
    const touch = beaters(definition, peer);
    const beat = (uid) => {
      lastBeat.set(uid, performance.now());
      touch(uid);
    };
    beat('ada');
    beat('bob');
    const alive = setInterval(() => beat('ada'), 10);
    await bobIsGone;
    clearInterval(alive);
    // However busy the machine was: whoever expired was silent for that long. Host timers may be early by a ms.
    for (const { uid, silentMs } of expired) assert.ok(silentMs >= timeoutMs - 2, `${uid} had been silent for ${silentMs} ms`);
    assert.equal(expired.filter(({ uid }) => uid === 'bob').length, 1);
    beat('ada');
    assert.equal(peer.size, 1);
    peer.close();
  });
}

/** Those that are written out here: what listeners do is theirs to bear. */
for (const name of ['ring', 'scan', 'rival']) {
  const definition = peers.find((peer) => peer.name === name);
  const create = (onExpire) => definition.create({ timeoutMs: TIMEOUT_TICKS * TICK_MS, tickMs: TICK_MS, onExpire });

  test(`${name}: whoever a listener touches before their turn lives on, and whoever it deletes has none`, () => {
    const expired = [];
    const peer = create((uid) => {
      expired.push(uid);
      if (uid !== 'ada' || expired.length > 1) return;
      peer.touch('bob');
      peer.delete('cyd');
      peer.touch('ada');
    });
    for (const uid of ['ada', 'bob', 'cyd', 'dan']) peer.touch(uid);
    for (let tick = 0; tick <= TIMEOUT_TICKS; tick++) peer.advance();
    assert.deepEqual(expired, ['ada', 'dan']);
    assert.equal(peer.size, 2);
    for (let tick = 0; tick <= TIMEOUT_TICKS; tick++) peer.advance();
    assert.deepEqual(expired.slice(2).sort(), ['ada', 'bob']);
  });

  test(`${name}: a listener that throws keeps nobody from expiring`, () => {
    const expired = [];
    const peer = create((uid) => {
      expired.push(uid);
      throw new Error(uid);
    });
    for (const uid of ['ada', 'bob']) peer.touch(uid);
    for (let tick = 0; tick < TIMEOUT_TICKS; tick++) peer.advance();
    assert.throws(
      () => peer.advance(),
      ({ errors }) => errors.map(({ message }) => message).join() === 'ada,bob',
    );
    assert.deepEqual(expired, ['ada', 'bob']);
    assert.equal(peer.size, 0);
  });

  test(`${name}: room is used again, and grows, and nobody is mixed up`, () => {
    const expired = new Set();
    const peer = create((uid) => expired.add(uid));
    for (let tick = 0; tick < 40; tick++) {
      for (let i = 0; i < 500; i++) peer.touch(`${tick} ${i}`);
      for (let i = 0; i < 500; i += 2) peer.delete(`${tick} ${i}`);
      peer.advance();
      for (let i = 0; i < 500; i++) {
        assert.equal(expired.has(`${tick - TIMEOUT_TICKS} ${i}`), tick >= TIMEOUT_TICKS && i % 2 === 1);
      }
    }
    // The rival's entries; the others have none.
    assert.ok((peer.uids?.length ?? 0) <= 500 * (TIMEOUT_TICKS + 2));
  });
}
