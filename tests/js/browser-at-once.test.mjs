// Beats that don't wait for their time, and how many of them there are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearts } from './hearts.mjs';
import { heartbeat, inPage, show } from './pages.mjs';

for (const [event, reason, happen] of [
  ['becomes visible', 'visible', (page) => show(page)],
  ['is online', 'online', (page) => page.fire('online')],
]) {
  test(`a page that ${event} beats at once, and in full time after that`, async (t) => {
    const { open, pass, beats, host } = hearts(t);
    const { page } = await open('a', { hidden: true });
    await pass(14_000);
    beats.length = 0;
    happen(page);
    assert.deepEqual(beats, [{ tab: 'a', at: 14_000, hidden: page.document.hidden, reason }]);
    await pass(10_000);
    assert.equal(beats[1].at, host.time);
  });
}

for (const [event, happen] of [
  ['visible and hidden again and again', (page, i) => show(page, i % 2 === 0)],
  ['online again and again', (page) => page.fire('online')],
]) {
  test(`a page that is ${event} beats no more often than ten times in an interval, and no less than it should`, async (t) => {
    const { open, pass, beats } = hearts(t);
    const { page } = await open('a');
    for (let i = 0; i < 500; i++) {
      happen(page, i);
      await pass(100, 100);
    }
    for (let i = 1; i < beats.length; i++) {
      const gap = beats[i].at - beats[i - 1].at;
      assert.ok(gap >= 1_000 && gap <= 10_000, `a gap of ${gap} ms`);
    }
    assert.ok(beats.length > 20 && beats.length <= 51, `${beats.length} beats`);
  });
}

test('what happens just after a beat is told a tenth of an interval later, as it is then', async (t) => {
  const { open, pass, beats } = hearts(t);
  const { page } = await open('a', { hidden: true });
  await pass(500, 100);
  show(page);
  page.fire('online');
  assert.equal(beats.length, 1);
  await pass(12_000, 100);
  assert.deepEqual(beats.slice(1), [
    { tab: 'a', at: 1_500, hidden: false, reason: 'online' },
    { tab: 'a', at: 11_500, hidden: false, reason: 'timer' },
  ]);
});

test('a page that is hidden says so soon, and not in the turn in which it may be going away', async (t) => {
  const { open, pass, beats } = hearts(t);
  const { page } = await open('a');
  await pass(14_000);
  show(page, false);
  assert.equal(beats.at(-1).reason, 'timer');
  await pass(1_000);
  assert.deepEqual(beats.at(-1), { tab: 'a', at: 15_000, hidden: true, reason: 'hidden' });
});

test('a beat that is nearly due is not put off by hiding', async (t) => {
  const { open, pass, beats } = hearts(t);
  const { page } = await open('a');
  await pass(9_900, 100);
  show(page, false);
  await pass(100, 100);
  assert.deepEqual(beats.at(-1), { tab: 'a', at: 10_000, hidden: true, reason: 'hidden' });
});

test('a tab that takes the lead just after the last beat of the one before waits a tenth of an interval', async (t) => {
  const { open, pass, beats } = hearts(t);
  const a = await open('a');
  await open('b');
  await pass(10_000);
  a.stop();
  await pass(2_000, 100);
  assert.deepEqual(beats.at(-1), { tab: 'b', at: 11_000, hidden: false, reason: 'lead' });
});

test('a tab that lost the lead while a beat was coming beats when it has it again', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const a = await open('a');
  const b = await open('b');
  await pass(5_000);
  show(a.page, false);
  await pass(10_000);
  show(a.page);
  b.stop();
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'b visible', 'b timer']);
  await pass(11_000);
  assert.deepEqual(news(), ['a lead', 'a timer']);
});

test('without locks, a page that sleeps and wakes before its first beat beats once', async (t) => {
  const { origin, pass } = hearts(t);
  const page = origin.page({ locks: false });
  let sent = 0;
  const stop = inPage(page, () => heartbeat({ send: () => sent++ }));
  t.after(stop);
  page.document.fire('freeze');
  page.document.fire('resume');
  await pass(5_000, 100);
  assert.equal(sent, 1);
});

test('a page that comes out of the back/forward cache beats at once; one that was loaded beats as it did', async (t) => {
  const { open, pass, news, origin, host } = hearts(t);
  const { page } = await open('a');
  await pass(5_000);
  news();
  page.fire('pageshow', { persisted: false });
  await origin.settle();
  assert.deepEqual(news(), []);
  page.fire('pagehide', { persisted: true });
  await origin.settle();
  assert.deepEqual([host.intervals, origin.channels, origin.lock('idlewheel').holder], [[], [], undefined], 'it keeps nothing there');
  await pass(60_000);
  page.fire('pageshow', { persisted: true });
  await origin.settle();
  assert.deepEqual(news(), ['a restored']);
  await pass(10_000);
  assert.deepEqual(news(), ['a timer']);
});

test('a page that is frozen in the back/forward cache, as Chromium does, is restored once', async (t) => {
  const { open, pass, news, origin } = hearts(t);
  const { page } = await open('a');
  await pass(5_000);
  page.fire('pagehide', { persisted: true });
  show(page, false);
  page.document.fire('freeze');
  await pass(60_000);
  page.document.fire('resume');
  show(page);
  page.fire('pageshow', { persisted: true });
  await origin.settle();
  assert.deepEqual(news(), ['a lead', 'a restored']);
});
