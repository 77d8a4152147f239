// Whether anybody is in front of the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { activity, inPage, listenersOf, Origin, show, uncaught } from './pages.mjs';

function watched(t) {
  const host = fakeHost(t);
  const origin = new Origin();
  const events = [];
  const open = (tab, { options = {}, ...pageOptions } = {}) => {
    const page = origin.page(pageOptions);
    const told = (event) => () => events.push({ tab, event, at: host.time });
    const stop = inPage(page, () => activity({ onIdle: told('idle'), onActive: told('active'), onActivity: told('activity'), ...options }));
    t.after(stop);
    return { page, stop };
  };
  const of = (...wanted) => events.filter(({ event }) => wanted.includes(event)).map(({ tab, event }) => `${tab} ${event}`);
  return { host, origin, events, open, of, pass: (ms, step) => origin.pass(host, ms, step) };
}

const move = (page) => page.fire('pointermove');

test('from the start it takes idle ms of quiet, and once idle it has no timer', async (t) => {
  const { open, pass, of, host } = watched(t);
  open('a');
  await pass(59_999);
  assert.deepEqual(of('idle'), []);
  await pass(1_001);
  assert.deepEqual(of('idle'), ['a idle']);
  assert.deepEqual(host.intervals, []);
  await pass(600_000, 60_000);
  assert.deepEqual(of('idle', 'active', 'activity'), ['a idle']);
});

for (const phase of [0, 1, 499, 999]) {
  test(`idle is told between idle and a tick more after the last activity: ${phase} ms into a tick`, async (t) => {
    const { open, pass, events, host } = watched(t);
    const { page } = open('a', { options: { idle: 5_000 } });
    await pass(3_000 + phase, 100);
    move(page);
    const last = host.time;
    await pass(7_000, 100);
    const { at } = events.find(({ event }) => event === 'idle');
    assert.ok(at - last >= 5_000 && at - last <= 6_000, `${at - last} ms`);
  });
}

test('active is told once, with the first activity after that', async (t) => {
  const { open, pass, of } = watched(t);
  const { page } = open('a');
  await pass(61_000);
  for (let i = 0; i < 10; i++) move(page);
  assert.deepEqual(of('idle', 'active'), ['a idle', 'a active']);
  await pass(59_000);
  move(page);
  await pass(59_000);
  assert.deepEqual(of('idle', 'active'), ['a idle', 'a active']);
  await pass(2_000);
  assert.deepEqual(of('idle', 'active'), ['a idle', 'a active', 'a idle']);
});

for (const type of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'scroll', 'touchstart']) {
  test(`${type} counts, by a passive listener in the capturing phase`, async (t) => {
    const { open, pass, of } = watched(t);
    const { page } = open('a');
    await pass(61_000);
    assert.deepEqual(
      page.listeners.filter((one) => one.type === type).map(({ options }) => options),
      [{ capture: true, passive: true }],
    );
    page.fire(type);
    assert.deepEqual(of('active'), ['a active']);
  });
}

test('coming back to the page counts, leaving it does not', async (t) => {
  const { open, pass, of } = watched(t);
  const { page } = open('a');
  await pass(61_000);
  show(page, false);
  assert.deepEqual(of('active'), []);
  show(page);
  assert.deepEqual(of('active'), ['a active']);
});

test('activity is told at once, then at most once per tick, and the last of it too', async (t) => {
  const { open, pass, events } = watched(t);
  const { page } = open('a');
  await pass(5_000);
  for (let i = 0; i < 100; i++) {
    move(page);
    await pass(100, 100);
  }
  const last = 5_000 + 99 * 100;
  const told = events.filter(({ event }) => event === 'activity').map(({ at }) => at);
  await pass(10_000, 100);
  assert.equal(told[0], 5_000);
  for (let i = 1; i < told.length; i++) assert.ok(told[i] - told[i - 1] >= 1_000, `${told[i] - told[i - 1]} ms`);
  const all = events.filter(({ event }) => event === 'activity').map(({ at }) => at);
  assert.ok(all.at(-1) >= last && all.at(-1) <= last + 2_000, `the last at ${all.at(-1)}, of activity at ${last}`);
});

test('activity in one tab keeps all tabs active, with at most one message per tick', async (t) => {
  const { open, pass, of, origin } = watched(t);
  const { page } = open('a');
  open('b');
  open('c');
  for (let second = 0; second < 600; second++) {
    for (let i = 0; i < 50; i++) move(page);
    await pass(1_000);
  }
  assert.deepEqual(of('idle'), []);
  assert.ok(of('activity').includes('c activity'), 'the others are told too: one of them may be the one that beats');
  assert.ok(origin.said.length > 250 && origin.said.length <= 600, `${origin.said.length} messages`);
});

test('no tab is idle too early for activity in another one, whenever in a tick that was', async (t) => {
  const { open, pass, events, host } = watched(t);
  const { page } = open('a', { options: { idle: 5_000 } });
  open('b', { options: { idle: 5_000 } });
  for (let i = 0; i < 37; i++) {
    move(page);
    await pass(100, 100);
  }
  const last = host.time - 100;
  await pass(10_000, 100);
  const idle = events.filter(({ event }) => event === 'idle');
  assert.deepEqual(idle.map(({ tab }) => tab).sort(), ['a', 'b']);
  for (const { tab, at } of idle) assert.ok(at - last >= 5_000 && at - last <= 8_000, `${tab} after ${at - last} ms`);
});

test('all tabs that are idle are active together', async (t) => {
  const { open, pass, of, origin } = watched(t);
  const { page } = open('a');
  open('b');
  await pass(61_000);
  move(page);
  await origin.settle();
  assert.deepEqual(of('active'), ['a active', 'b active']);
});

for (const [what, options] of [
  ['with name: false', { options: { name: false } }],
  ['of another name', { options: { name: 'other' } }],
  ['without channels', { channel: false }],
  ['with channels that are refused', { channel: 'refused' }],
]) {
  test(`a tab ${what} is idle by itself`, async (t) => {
    const { open, pass, of } = watched(t);
    const { page } = open('a');
    open('b', options);
    for (let second = 0; second < 70; second++) {
      move(page);
      await pass(1_000);
    }
    assert.deepEqual(of('idle'), ['b idle']);
  });
}

test('what else is said on its channel is no activity', async (t) => {
  const { open, pass, of, origin } = watched(t);
  open('a');
  const channel = new (origin.page().BroadcastChannel)('idlewheel-activity');
  for (let second = 0; second < 61; second++) {
    channel.postMessage(second % 2 ? null : { active: true });
    await pass(1_000);
  }
  assert.deepEqual(of('idle', 'activity'), ['a idle']);
});

test('a laptop that slept is idle, when its clock stood still and when it went on', async (t) => {
  for (const sleep of ['stepWall', 'block']) {
    const { open, pass, of, host } = watched(t);
    open('a');
    await pass(10_000);
    host[sleep](3_600_000);
    await pass(2_000);
    assert.deepEqual(of('idle'), ['a idle'], sleep);
    host.advance(0);
  }
});

test('in the back/forward cache it has no channel; restored it has one, and is active', async (t) => {
  const { open, pass, of, origin } = watched(t);
  const { page } = open('a');
  await pass(61_000);
  page.fire('pagehide', { persisted: true });
  assert.deepEqual(origin.channels, []);
  page.fire('pageshow', { persisted: false });
  assert.deepEqual(of('active'), []);
  page.fire('pageshow', { persisted: true });
  assert.deepEqual([of('active'), origin.channels.length], [['a active'], 1]);
});

test('a callback that throws or rejects is reported as uncaught, and all goes on', async (t) => {
  const reported = uncaught(t);
  const { open, pass } = watched(t);
  const boom = new Error('boom');
  const fail = () => {
    throw boom;
  };
  const { page } = open('a', { options: { onIdle: fail, onActive: () => Promise.reject(boom), onActivity: fail } });
  for (let i = 0; i < 2; i++) {
    await pass(61_000);
    move(page);
    await pass(1_000);
  }
  assert.deepEqual(reported, new Array(6).fill(boom));
});

test('it works without callbacks', async (t) => {
  const { open, pass } = watched(t);
  const { page } = open('a', { options: { onIdle: undefined, onActive: undefined, onActivity: undefined } });
  await pass(61_000);
  move(page);
  await pass(61_000);
});

test('stopped, it leaves no listener, channel or timer, and tells nothing', async (t) => {
  const { open, pass, of, origin, host } = watched(t);
  const { page, stop } = open('a');
  assert.equal(listenersOf(page), 9);
  move(page);
  stop();
  stop();
  assert.deepEqual([listenersOf(page), origin.channels, host.intervals], [0, [], []]);
  move(page);
  await pass(120_000);
  assert.deepEqual(of('idle', 'active', 'activity'), ['a activity']);
});

for (const name of ['onIdle', 'onActive', 'onActivity']) {
  test(`${name} may stop it`, async (t) => {
    const reported = uncaught(t);
    const { open, pass, host } = watched(t);
    let calls = 0;
    const tab = open('a', {
      options: {
        [name]: () => {
          calls++;
          tab.stop();
        },
      },
    });
    await pass(61_000);
    move(tab.page);
    await pass(200_000);
    move(tab.page);
    assert.deepEqual([calls, reported, host.intervals], [1, [], []]);
  });
}

test('with name: false it opens no channel', (t) => {
  const { open, origin } = watched(t);
  open('a', { options: { name: false } });
  assert.deepEqual(origin.channels, []);
});
