// idlewheel/browser in browsers: with their locks, channels, beacons and events. One browser for each engine, because they start slowly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSite, openTab } from './heartbeat-site.mjs';
import { browsers, start } from './webdriver.mjs';

const namesOf = (beats) => [...new Set(beats.map(({ tab }) => tab))];

// These run in a page.

const hang = (ms) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

/** Ends what the page has started. Returns how many listeners there were, and of which types some are left. */
const stop = () => {
  const before = [...window.listeners.values()].reduce((sum, n) => sum + n, 0);
  window.stop();
  return [before, [...window.listeners].filter(([, count]) => count !== 0)];
};

const watch = () => {
  window.stop = window.watch({ idle: 200, tick: 50 });
};

const isIdle = () => window.seen.at(-1) === 'idle';
const has = (event) => window.seen.includes(event);
const changes = () => window.seen.filter((event) => event !== 'activity');
const forget = () => {
  window.seen.length = 0;
};

const DOINGS = {
  'a pointer': () => document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
  'a key, of which the window hears in the capturing phase only': () => document.body.dispatchEvent(new KeyboardEvent('keydown')),
  scrolling: () => window.scrollTo(0, document.scrollingElement.scrollTop + 40),
};

for (const name of browsers) {
  test(name, async (t) => {
    const site = await openSite(t);
    const browser = await start(name);
    t.after(() => browser.end());
    const windows = {};

    await t.test('of two tabs one beats', async () => {
      windows.a = await openTab(browser, site.url('tab=a'), { isNew: false });
      await site.until((heard) => heard.length > 0, 'the first beat');
      const { tab, reason, hidden } = site.heard[0];
      assert.deepEqual([tab, reason, hidden], ['a', 'lead', false]);
      windows.b = await openTab(browser, site.url('tab=b'));
      await site.beats(2);
      assert.equal(namesOf(await site.beats(6)).length, 1);
    });

    await t.test('the one that beats is closed: the other one takes over', async () => {
      const [leader] = namesOf(await site.beats(1));
      const other = leader === 'a' ? 'b' : 'a';
      await browser.switchTo(windows[leader]);
      await browser.close();
      await browser.switchTo(windows[other]);
      await site.beats(3, ({ tab }) => tab === other);
      assert.deepEqual(site.leaves(), [], 'nobody has left');
    });

    await t.test('the last one goes away: it says so once, and beats again when it comes back', async () => {
      const [last] = namesOf(await site.beats(1));
      await browser.open(site.url('quiet'));
      await site.until(() => site.leaves().length > 0, 'the last word');
      assert.deepEqual(site.leaves(), [last]);
      const back = site.beats(1);
      await browser.run(() => history.back());
      const [beat] = await back;
      // Where the page was not kept it is a new one.
      assert.ok(beat.tab === last && ['restored', 'lead'].includes(beat.reason), JSON.stringify(beat));
      t.diagnostic(`${name}: ${beat.reason === 'restored' ? 'out of the back/forward cache' : 'loaded anew'}`);
    });

    await t.test('a tab that hangs is replaced meanwhile, and follows when it hangs no more', async () => {
      const first = await browser.window();
      await openTab(browser, site.url('tab=c'));
      await browser.switchTo(first);
      const took = site.beats(1, ({ tab, reason }) => tab === 'c' && reason === 'lead');
      await browser.run(hang, 2_000);
      await took;
      await site.beats(2);
      assert.deepEqual(namesOf(await site.beats(4)), ['c']);
    });

    await t.test('stopped, it has removed every listener', async () => {
      assert.deepEqual(await browser.run(stop), [6, []]);
    });

    await t.test('tabs of a browser without locks beat each for itself', async () => {
      await browser.open(site.url('tab=d&nolocks'));
      windows.e = await openTab(browser, site.url('tab=e&nolocks'));
      const both = await site.beats(10, ({ tab }) => tab === 'd' || tab === 'e');
      assert.deepEqual(namesOf(both).sort(), ['d', 'e']);
    });

    // WebKitGTK lets no script open a tab, and its driver's windows are all visible.
    const visibly = async () => {
      await browser.open(site.url('tab=f&name=other'));
      await site.beats(2, ({ tab }) => tab === 'f');
      await browser.run((url) => {
        window.other = window.open(url);
      }, site.url('tab=g&name=other'));
      const isTheirs = ({ tab }) => tab === 'f' || tab === 'g';
      const [taken] = await site.beats(1, ({ tab }) => tab === 'g');
      assert.deepEqual([taken.reason, taken.hidden], ['visible', false]);
      await site.beats(2, isTheirs);
      assert.deepEqual(namesOf(await site.beats(4, isTheirs)), ['g']);
      const left = site.leaves().length;
      await browser.run(() => window.other.close());
      const [again] = await site.beats(1, ({ tab }) => tab === 'f');
      assert.equal(again.hidden, false);
      assert.deepEqual(namesOf(await site.beats(3, isTheirs)), ['f']);
      assert.equal(site.leaves().length, left);
    };
    if (name !== 'webkit') await t.test('a visible tab takes over from a hidden one', visibly);

    for (const tab of ['i', 'j']) {
      await (tab === 'i' ? browser.open(site.url('quiet')) : openTab(browser, site.url('quiet')));
      windows[tab] = await browser.window();
      await browser.run(watch);
    }

    for (const [what, act] of Object.entries(DOINGS)) {
      await t.test(`two tabs that are idle are active together: ${what}`, async () => {
        for (const tab of ['i', 'j']) {
          await browser.switchTo(windows[tab]);
          await browser.until(isIdle);
          await browser.run(forget);
        }
        await browser.run(act);
        for (const tab of ['j', 'i']) {
          await browser.switchTo(windows[tab]);
          await browser.until(has, 'activity');
          await browser.until(isIdle);
          assert.deepEqual(await browser.run(changes), ['active', 'idle']);
        }
      });
    }

    await t.test('stopped, activity has removed every listener and tells nothing', async () => {
      assert.deepEqual(await browser.run(stop), [9, []]);
      await browser.run(forget);
      await browser.run(DOINGS['a pointer']);
      assert.deepEqual(await browser.run(() => window.seen), []);
    });
  });
}
