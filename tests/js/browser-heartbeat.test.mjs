// One beat for all tabs of an origin, and who sends it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearts } from './hearts.mjs';
import { heartbeat, inPage, listenersOf, show } from './pages.mjs';

const repeat = (text, times) => new Array(times).fill(text);

// convex presence #33: each tab beats, N times the traffic.
test('ten tabs beat as often as one', async (t) => {
  const { open, pass, beats } = hearts(t);
  for (let tab = 0; tab < 10; tab++) await open(tab);
  await pass(60_000);
  assert.deepEqual(
    beats.map(({ tab, at, reason }) => [tab, at, reason]),
    [[0, 0, 'lead'], ...[10, 20, 30, 40, 50, 60].map((at) => [0, at * 1_000, 'timer'])],
  );
});

for (const [every, tick] of [
  [10_000, undefined],
  [7_777, undefined],
  [2_000, 1_000],
  [10_500, 1_000],
  [30, 1],
  [30, undefined],
]) {
  test(`every ${every} ms, with a tick of ${tick ?? 'its own'}: no beat comes later than that`, async (t) => {
    const { open, pass, beats } = hearts(t);
    await open('a', { options: { every, tick } });
    await pass(every * 20, every / 10);
    assert.ok(beats.length >= 20, `${beats.length} beats`);
    for (let i = 1; i < beats.length; i++) {
      const gap = beats[i].at - beats[i - 1].at;
      assert.ok(gap <= every && gap > every - (tick ?? every / 10) - 1, `a gap of ${gap} ms`);
    }
  });
}

for (const [what, options] of [
  ['without locks', { locks: false }],
  ['with locks that are refused', { locks: 'refused' }],
  ['without channels', { channel: false }],
  ['with channels that are refused', { channel: 'refused' }],
]) {
  test(`${what} every tab beats`, async (t) => {
    const { open, pass, news } = hearts(t);
    const { stop } = await open('a', options);
    await open('b', options);
    assert.deepEqual(news(), ['a lead', 'b lead']);
    await pass(10_000);
    assert.deepEqual(news(), ['a timer', 'b timer']);
    stop();
    await pass(10_000);
    assert.deepEqual(news(), ['b timer']);
  });
}

test('nothing is sent before heartbeat() has returned', async (t) => {
  const { origin, open, news } = hearts(t);
  for (const locks of [true, false]) {
    const opened = open('a', { locks });
    assert.deepEqual(news(), []);
    const { stop } = await opened;
    assert.deepEqual(news(), ['a lead']);
    stop();
    await origin.settle();
  }
});

test('when the tab that beats stops, the next one beats at once', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  await open('b');
  await open('c');
  await pass(5_000);
  a.stop();
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'b lead']);
  await pass(20_000);
  assert.deepEqual(news(), ['b timer', 'b timer']);
});

test('a tab that breaks down is followed by the next one at once', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  await open('b');
  await pass(5_000);
  origin.crash(a.page);
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'b lead']);
});

// presence-api #359: the leading tab freezes and nobody beats.
test('when the tab that beats hangs, another one takes the lead after 2.5 times the interval, and the first one follows it', async (t) => {
  const { open, pass, beats, news } = hearts(t);
  const a = await open('a');
  await open('b');
  await pass(10_000);
  beats.length = 0;
  a.page.isMute = true;
  await pass(24_000);
  assert.deepEqual(
    beats.filter(({ tab }) => tab === 'b'),
    [],
  );
  await pass(7_000);
  const [first] = beats.filter(({ tab }) => tab === 'b');
  assert.equal(first.reason, 'lead');
  a.page.isMute = false;
  news();
  await pass(40_000);
  assert.deepEqual(news(), repeat('b timer', 4));
});

test('it is in line again: when the second one stops, the first one beats', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  const b = await open('b');
  a.page.isMute = true;
  await pass(30_000);
  a.page.isMute = false;
  await pass(5_000);
  news();
  b.stop();
  await origin.settle();
  assert.deepEqual(news(), ['a lead']);
});

test('a tab that freezes lets another one lead; thawed, it follows', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  const b = await open('b');
  await pass(5_000);
  a.page.document.fire('freeze');
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'b lead']);
  a.page.document.fire('resume');
  const { stop } = b;
  await pass(20_000);
  assert.deepEqual(news(), ['b timer', 'b timer']);
  await pass(5_000);
  stop();
  await origin.settle();
  assert.deepEqual(news(), ['a lead'], 'and not as one that was restored');
});

test('the only tab beats nothing while it is frozen, has no timer then, and beats at once when it is thawed', async (t) => {
  const { open, pass, news, origin, host } = hearts(t);
  const { page } = await open('a');
  page.document.fire('freeze');
  assert.deepEqual([host.intervals.length, origin.channels.length], [0, 0]);
  await pass(60_000);
  page.document.fire('resume');
  page.document.fire('resume');
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'a restored']);
  await pass(5_000);
  page.document.fire('resume');
  await pass(6_000);
  assert.deepEqual(news(), ['a timer'], 'a page that was not asleep is not woken');
});

test('a tab that stands by has no timer either while it is frozen, whatever happens to it', async (t) => {
  const { open, origin, host } = hearts(t);
  await open('a');
  const before = host.intervals.length;
  const { page } = await open('b');
  page.document.fire('freeze');
  show(page, false);
  show(page);
  page.fire('online');
  await origin.settle();
  assert.equal(host.intervals.length, before);
});

test('a tab alone has one timer, for its next beat, which keeps no process alive', async (t) => {
  const { open, origin, host } = hearts(t);
  await open('a');
  const periods = () => host.intervals.map(({ period }) => period).sort();
  assert.deepEqual(periods(), [10_000]);
  const { stop } = await open('b');
  stop();
  await origin.settle();
  assert.deepEqual(periods(), [10_000], 'alone again');
  assert.ok(host.intervals.every(({ refed }) => !refed));
});

test('a lead that was stolen by somebody who never says a word is taken back', async (t) => {
  const { open, pass, origin, news } = hearts(t);
  await open('a');
  await pass(5_000);
  const { navigator } = origin.page();
  const stolen = navigator.locks.request('idlewheel', { steal: true }, () => new Promise(() => {}));
  await origin.settle();
  news();
  await pass(31_000);
  assert.deepEqual(news().slice(0, 1), ['a lead']);
  await assert.rejects(stolen, { name: 'AbortError' });
});

test('a hidden tab that is opened beside visible ones changes nothing', async (t) => {
  const { open, pass, origin, news } = hearts(t);
  await open('a');
  await open('b');
  await open('c', { hidden: true });
  await pass(10_000);
  assert.deepEqual([news(), origin.lock('idlewheel').thefts], [['a lead', 'a timer'], 0]);
});

test('only the tab that leads beats when the network is back', async (t) => {
  const { open, pass, news } = hearts(t);
  const tabs = [await open('a'), await open('b')];
  await pass(5_000);
  news();
  for (const { page } of tabs) page.fire('online');
  assert.deepEqual(news(), ['a online']);
});

test('a lead is stolen once, and whoever stole it waits for no other', async (t) => {
  const { open, pass, origin } = hearts(t);
  await open('a', { hidden: true });
  const b = await open('b', { hidden: true });
  const says = origin.page();
  const channel = new says.BroadcastChannel('idlewheel');
  b.page.document.hidden = false;
  for (let i = 0; i < 3; i++) channel.postMessage({ tab: 'another', says: 'here', leads: true, hidden: true });
  await pass(1_000);
  const { thefts, holder, queue } = origin.lock('idlewheel');
  assert.deepEqual([thefts, holder.page === b.page, queue.length], [1, true, 1]);
});

for (const how of ['stopped', 'frozen']) {
  test(`a tab that is ${how} while it steals gives the lead back`, async (t) => {
    const { open, pass, origin, news } = hearts(t);
    const a = await open('a', { hidden: true });
    const b = await open('b', { hidden: true });
    const { request } = b.page.navigator.locks;
    b.page.navigator.locks.request = (name, options, granted) => {
      const requested = request(name, options, granted);
      if (options.steal && how === 'stopped') b.stop();
      if (options.steal && how === 'frozen') b.page.document.fire('freeze');
      return requested;
    };
    show(b.page);
    await pass(1_000);
    assert.equal(origin.lock('idlewheel').holder.page, a.page);
    assert.ok(news().every((text) => text.startsWith('a ')));
  });
}

test('a tab that becomes visible takes the lead from a hidden one, and from no visible one', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  const b = await open('b', { hidden: true });
  await pass(5_000);
  show(b.page);
  await origin.settle();
  assert.deepEqual(news(), ['a lead'], 'both are visible');
  show(b.page, false);
  show(a.page, false);
  await pass(5_000);
  assert.deepEqual(news(), ['a hidden, hidden']);
  show(b.page);
  await origin.settle();
  assert.deepEqual(news(), ['b visible']);
  await pass(20_000);
  assert.deepEqual(news(), ['b timer', 'b timer']);
});

test('a tab that is opened takes the lead from a hidden one', async (t) => {
  const { open, pass, news } = hearts(t);
  await open('a', { hidden: true });
  await pass(5_000);
  await open('b');
  assert.deepEqual(news(), ['a lead, hidden', 'b visible']);
});

test('when the tab that beats is hidden, a visible one takes over', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  await open('b');
  await pass(5_000);
  show(a.page, false);
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'b visible']);
  await pass(20_000);
  assert.deepEqual(news(), ['b timer', 'b timer']);
});

test('a tab that becomes visible and finds that the hidden one in the lead hangs has it soon', async (t) => {
  const { open, pass, news } = hearts(t);
  const a = await open('a');
  const b = await open('b', { hidden: true });
  await pass(1_000);
  news();
  a.page.isMute = true;
  show(b.page);
  await pass(8_000);
  assert.deepEqual(news(), ['b lead']);
});

test('hidden tabs whose timers run once a minute beat once a minute, always the same one', async (t) => {
  const { open, pass, beats } = hearts(t, { kind: 'browser' });
  const { setInterval } = globalThis;
  globalThis.setInterval = (run, ms) => setInterval(run, Math.max(ms, 60_000));
  for (const tab of ['a', 'b', 'c']) await open(tab, { hidden: true });
  await pass(600_000);
  assert.deepEqual([...new Set(beats.map(({ tab }) => tab))], ['a']);
  assert.equal(beats.length, 11);
  assert.ok(beats.every(({ hidden }) => hidden));
});

test('a throttled tab that is asked whether it leads beats if that is due, and does not wait for its timer', async (t) => {
  const { open, origin, beats, host } = hearts(t);
  await open('a', { hidden: true });
  const asks = origin.page();
  const channel = new asks.BroadcastChannel('idlewheel');
  host.block(11_000);
  channel.postMessage({ tab: 'another', says: 'ask', leads: false, hidden: true });
  await origin.settle();
  assert.deepEqual(
    beats.map(({ reason, at }) => [reason, at]),
    [
      ['lead', 0],
      ['timer', 11_000],
    ],
  );
});

for (const noise of [undefined, null, 'bye', 7, {}, { tab: 1, says: 'here' }, { says: 'here', leads: true, hidden: true }]) {
  test(`${JSON.stringify(noise)} said on its channel changes nothing`, async (t) => {
    const { open, pass, origin, news } = hearts(t);
    let left = 0;
    const { page } = await open('a', { options: { leave: () => left++ } });
    new (origin.page().BroadcastChannel)('idlewheel').postMessage(noise);
    await pass(20_000);
    assert.deepEqual(news(), ['a lead', 'a timer', 'a timer']);
    page.fire('pagehide', { persisted: false });
    assert.equal(left, 1, 'nobody else is here');
  });
}

test('two names are two heartbeats', async (t) => {
  const { open, news } = hearts(t);
  await open('a', { options: { name: 'one' } });
  await open('b', { options: { name: 'two' } });
  assert.deepEqual(news(), ['a lead', 'b lead']);
});

test('stopped, it leaves no listener, lock, channel or timer', async (t) => {
  const { open, origin, host, pass, news } = hearts(t);
  const leads = await open('a');
  const waits = await open('b');
  const alone = await open('c', { locks: false });
  for (const { page, stop } of [waits, leads, alone]) {
    assert.equal(listenersOf(page), 6);
    stop();
    assert.equal(listenersOf(page), 0);
    stop();
    await origin.settle();
    if (page === waits.page) assert.deepEqual(origin.lock('idlewheel').queue, []);
  }
  news();
  const { holder, queue } = origin.lock('idlewheel');
  assert.deepEqual([holder, queue, origin.channels, host.intervals], [undefined, [], [], []]);
  show(leads.page);
  leads.page.fire('online');
  leads.page.fire('pageshow', { persisted: true });
  await pass(60_000);
  assert.deepEqual(news(), []);
});

test('stopped before it has the lead, it never beats', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  for (const locks of [true, false]) {
    const opening = open('a', { locks, options: {} });
    const { stop } = await opening;
    stop();
    await pass(1_000);
  }
  news();
  for (const locks of [true, false]) {
    inPage(origin.page({ locks }), () => heartbeat({ send: () => assert.fail('it beats') }))();
    await pass(20_000);
  }
  const a = await open('a');
  const b = await open('b');
  b.stop();
  a.stop();
  await pass(30_000);
  assert.deepEqual(news(), ['a lead']);
});
