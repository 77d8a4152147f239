// The last word of an origin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearts } from './hearts.mjs';
import { show, uncaught } from './pages.mjs';

const URL = 'https://example.org/room/leave';
const beacon = { leave: 'leave', leaveBody: 'ada' };
const goesAway = (page, persisted = false) => page.fire('pagehide', { persisted });

test('the only tab sends it when it goes away: to an absolute URL, with the body', async (t) => {
  const { open } = hearts(t);
  const { page } = await open('a', { options: beacon });
  goesAway(page);
  assert.deepEqual(page.beacons, [[URL, 'ada']]);
});

for (const order of ['ab', 'ba']) {
  test(`of two tabs the last one sends it, also when the leading one goes ${order === 'ab' ? 'first' : 'last'}`, async (t) => {
    const { open, origin } = hearts(t);
    const tabs = { a: await open('a', { options: beacon }), b: await open('b', { options: beacon }) };
    const [first, last] = [...order].map((name) => tabs[name].page);
    goesAway(first);
    await origin.settle();
    assert.deepEqual(first.beacons, []);
    goesAway(last);
    assert.deepEqual(last.beacons, [[URL, 'ada']]);
  });
}

test('a tab that was stopped is no tab any more', async (t) => {
  const { open, origin } = hearts(t);
  const a = await open('a', { options: beacon });
  const b = await open('b', { options: beacon });
  a.stop();
  await origin.settle();
  goesAway(a.page);
  goesAway(b.page);
  assert.deepEqual([a.page.beacons, b.page.beacons], [[], [[URL, 'ada']]]);
});

test('a frozen tab is none either, and is one again when it is thawed', async (t) => {
  const { open, origin } = hearts(t);
  const a = await open('a', { options: beacon });
  const b = await open('b', { options: beacon });
  a.page.document.fire('freeze');
  await origin.settle();
  goesAway(b.page, true);
  assert.equal(b.page.beacons.length, 1);
  a.page.document.fire('resume');
  b.page.fire('pageshow', { persisted: true });
  await origin.settle();
  goesAway(b.page);
  assert.equal(b.page.beacons.length, 1);
});

// Firefox may lose what a tab says while it is closed.
for (const order of ['leads', 'stands by']) {
  test(`a tab that is gone without a word is forgotten at once: one that ${order}`, async (t) => {
    const { open, origin } = hearts(t);
    const [a, b] = [await open('a', { options: beacon }), await open('b', { options: beacon })];
    const [crashed, last] = order === 'leads' ? [a, b] : [b, a];
    origin.crash(crashed.page);
    await origin.settle();
    goesAway(last.page);
    assert.equal(last.page.beacons.length, 1);
  });
}

test('a tab whose own lock comes late is known before, and waited for from then on', async (t) => {
  const { open, origin } = hearts(t);
  let letGo;
  const gate = new Promise((resolve) => {
    letGo = resolve;
  });
  const late = (request) => async (name, options, granted) => {
    if (name !== 'idlewheel') await gate;
    return request(name, options, granted);
  };
  const a = await open('a', { locks: late, options: beacon });
  const b = await open('b', { options: beacon });
  goesAway(b.page, true);
  assert.deepEqual(b.page.beacons, []);
  b.page.fire('pageshow', { persisted: true });
  letGo();
  await origin.settle();
  origin.crash(a.page);
  await origin.settle();
  goesAway(b.page);
  assert.equal(b.page.beacons.length, 1);
});

test('a tab that broke down without locks and without a word is forgotten after 150 s', async (t) => {
  const { open, pass } = hearts(t);
  const a = await open('a', { locks: false, options: beacon });
  const b = await open('b', { locks: false, options: beacon });
  a.page.isMute = true;
  await pass(140_000);
  goesAway(b.page, true);
  assert.deepEqual(b.page.beacons, []);
  b.page.fire('pageshow', { persisted: true });
  const c = await open('c', { locks: false, options: beacon });
  c.page.isMute = true;
  await pass(160_000);
  goesAway(b.page);
  assert.equal(b.page.beacons.length, 1);
});

test('a tab that only stands by, hidden for hours with its timers throttled, is not forgotten', async (t) => {
  const { open, pass } = hearts(t);
  const { setInterval } = globalThis;
  globalThis.setInterval = (run, ms) => setInterval(run, Math.max(ms, 120_000));
  await open('a', { options: beacon, hidden: true });
  globalThis.setInterval = setInterval;
  const b = await open('b', { options: beacon });
  await pass(3_600_000);
  goesAway(b.page);
  assert.deepEqual(b.page.beacons, []);
});

test('a page that goes into the back/forward cache sends it, beats at once when it comes back, and sends it again', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const { page } = await open('a', { options: beacon });
  await pass(5_000);
  goesAway(page, true);
  assert.equal(page.beacons.length, 1);
  page.fire('pageshow', { persisted: true });
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'a restored']);
  goesAway(page);
  goesAway(page);
  assert.equal(page.beacons.length, 2);
});

for (const locks of [true, false]) {
  test(`no beat follows it, also when the page is hidden before or after${locks ? '' : ', without locks'}`, async (t) => {
    const { open, pass, news } = hearts(t);
    const { page } = await open('a', { locks, options: beacon });
    await pass(5_000);
    news();
    show(page, false);
    goesAway(page);
    show(page, false);
    await pass(60_000);
    assert.deepEqual(news(), []);
  });
}

test('a tab without a channel knows of no other: each sends it', async (t) => {
  const { open } = hearts(t);
  const a = await open('a', { channel: false, options: beacon });
  await open('b', { channel: false, options: beacon });
  goesAway(a.page);
  assert.equal(a.page.beacons.length, 1);
});

test('a function is called instead, while the page goes away', async (t) => {
  const { open } = hearts(t);
  let left = 0;
  const { page } = await open('a', { beacon: false, options: { leave: () => left++ } });
  goesAway(page);
  assert.equal(left, 1);
});

test('stop() sends nothing, and neither does a page that goes away after it', async (t) => {
  const { open } = hearts(t);
  const { page, stop } = await open('a', { options: beacon });
  stop();
  goesAway(page);
  assert.deepEqual(page.beacons, []);
});

const boom = new Error('boom');
const failing = {
  throws: () => {
    throw boom;
  },
  rejects: () => Promise.reject(boom),
};

for (const [how, fail] of Object.entries(failing)) {
  test(`a send that ${how} goes to onError, and the heart goes on`, async (t) => {
    const { open, pass } = hearts(t);
    const errors = [];
    await open('a', { options: { send: fail, onError: (error) => errors.push(error) } });
    await pass(20_000);
    assert.deepEqual(errors, [boom, boom, boom]);
  });

  test(`a send that ${how} without onError is reported as uncaught, and the heart goes on`, async (t) => {
    const reported = uncaught(t);
    const { open, pass } = hearts(t);
    await open('a', { options: { send: fail } });
    await pass(20_000);
    assert.deepEqual(reported, [boom, boom, boom]);
  });

  test(`a leave that ${how} goes to onError`, async (t) => {
    const { open, origin } = hearts(t);
    const errors = [];
    const { page } = await open('a', { options: { leave: fail, onError: (error) => errors.push(error) } });
    goesAway(page);
    await origin.settle();
    assert.deepEqual(errors, [boom]);
  });
}

test('a beacon that is refused goes to onError', async (t) => {
  const { open } = hearts(t);
  const errors = [];
  const { page } = await open('a', { options: { ...beacon, onError: ({ message }) => errors.push(message) } });
  page.beaconIsTaken = false;
  goesAway(page);
  assert.deepEqual(errors, [`navigator.sendBeacon refused to send to ${URL}: too much waits there`]);
});

test('a send that stops the heartbeat is the last one', async (t) => {
  const { open, pass, origin, host } = hearts(t);
  let sent = 0;
  const opening = open('a', {
    options: {
      send: async () => {
        sent++;
        (await opening).stop();
      },
    },
  });
  await opening;
  await pass(30_000);
  assert.equal(sent, 1);
  assert.deepEqual([host.intervals, origin.channels, origin.lock('idlewheel').holder], [[], [], undefined]);
});
