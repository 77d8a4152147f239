// The page of examples/online, as its readers see it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from '../examples/online.mjs';
import { start } from './webdriver.mjs';

/** Ticks short enough to watch; beats of 3 s, so that a slow machine takes nobody offline. */
const TIMES = ['--timeout', '9', '--tick', '0.3'];

async function openBrowser(t, name) {
  const browser = await start(name);
  t.after(() => browser.end());
  return browser;
}

// These run in the page.

const isOnline = (...names) => {
  const listed = [...document.querySelectorAll('#people [data-name]')].map(({ dataset }) => dataset.name);
  return document.querySelector('#connection').dataset.state === 'open' && listed.sort().join() === names.sort().join();
};

const picture = () => ({
  pointer: Number(document.querySelector('#ring').dataset.pointer),
  slots: document.querySelectorAll('#ring [data-ring="0"] .slot').length,
  rings: document.querySelectorAll('#ring .slots').length,
  dots: [...document.querySelectorAll('#ring .dot[data-name]')].map(({ dataset }) => ({ ...dataset })),
  label: document.querySelector('#ring').getAttribute('aria-label'),
});

const pointerSteps = (wanted) =>
  new Promise((resolve) => {
    const ring = document.querySelector('#ring');
    const seen = [Number(ring.dataset.pointer)];
    new MutationObserver((_, observer) => {
      const pointer = Number(ring.dataset.pointer);
      if (pointer !== seen.at(-1)) seen.push(pointer);
      if (seen.length <= wanted) return;
      observer.disconnect();
      resolve(seen.slice(1).map((at, i) => (at - seen[i] + 31) % 31));
    }).observe(ring, { attributes: true, attributeFilter: ['data-pointer'] });
  });

const newsOf = (name) =>
  [...document.querySelectorAll('#news p')].map(({ textContent }) => textContent).filter((text) => text.includes(name));

/** What must hold of the picture at any moment, whoever is online. */
async function assertPicture(browser, names) {
  const { pointer, slots, rings, dots, label } = await browser.run(picture);
  assert.equal(rings, 1);
  assert.equal(slots, 31);
  assert.ok(pointer >= 0 && pointer < 31);
  assert.deepEqual(dots.map(({ name }) => name).sort(), names);
  for (const { name, ring, slot, left } of dots) {
    assert.equal(ring, '0');
    assert.equal(Number(slot), Math.round(pointer + left / 300) % 31, `${name}, with ${left} ms left and the pointer at ${pointer}`);
    assert.ok(label.includes(`${name} in slot ${slot}`), label);
  }
}

test('two windows show two users, and one of them leaving', async (t) => {
  const server = await startServer(t, ...TIMES);
  const browser = await openBrowser(t, 'chromium');
  const first = await browser.window();
  await browser.open(`${server.url}?name=ada`);
  await browser.until(isOnline, 'ada');
  const second = await browser.newWindow();
  await browser.switchTo(second);
  await browser.open(`${server.url}?name=bob`);
  for (const window of [second, first]) {
    await browser.switchTo(window);
    await browser.until(isOnline, 'ada', 'bob');
    await assertPicture(browser, ['ada', 'bob']);
  }
  await browser.switchTo(second);
  await browser.close();
  await browser.switchTo(first);
  assert.ok(await browser.run(isOnline, 'ada', 'bob'), 'closing a window takes nobody offline at once');
  await browser.until(isOnline, 'ada');
  await assertPicture(browser, ['ada']);
  const news = await browser.until(
    (name) => [...document.querySelectorAll('#news p')].find((p) => p.textContent.includes(name))?.textContent,
    'offline',
  );
  assert.match(news, /bob offline \(silent for 9\ss\)/);
  assert.deepEqual(server.lines.items.slice(1), ['ada online', 'bob online', 'bob offline (silent for 9 s)']);
});

test('a beat takes its sender to the pointer, which goes on slot by slot', async (t) => {
  const server = await startServer(t, ...TIMES);
  const browser = await openBrowser(t, 'chromium');
  await browser.open(server.url);
  const ada = await server.connect('ada');
  await browser.until(isOnline, 'ada');
  // A slow machine may skip a picture, so steps of two are let pass; back or round they are none.
  const steps = await browser.run(pointerSteps, 8);
  for (const step of steps) assert.ok(step >= 1 && step < 15, `steps of ${steps}`);
  const slotsBehind = () => {
    const { pointer } = document.querySelector('#ring').dataset;
    const { slot } = document.querySelector('#ring .dot[data-name="ada"]').dataset;
    return (pointer - slot + 31) % 31;
  };
  await browser.until(`return (${slotsBehind})() >= 3`);
  await ada.beat();
  await browser.until(`return (${slotsBehind})() < 3`);
});

test('a timeout of more than 30 ticks draws the outer ring too', async (t) => {
  const server = await startServer(t, '--timeout', '120');
  const browser = await openBrowser(t, 'chromium');
  await browser.open(`${server.url}?name=ada`);
  await browser.until(isOnline, 'ada');
  const { rings, dots } = await browser.run(picture);
  assert.equal(rings, 2);
  assert.deepEqual(
    dots.map(({ name, ring }) => [name, ring]),
    [['ada', '1']],
  );
});

test('it asks for a name, refuses what is none, and remembers it', async (t) => {
  const server = await startServer(t);
  const browser = await openBrowser(t, 'chromium');
  const submit = (name) => {
    document.querySelector('#name').value = name;
    document.querySelector('#join').requestSubmit();
  };
  await browser.open(server.url);
  await browser.until(isOnline);
  assert.equal(await browser.run(() => document.querySelector('#join').hidden), false);
  await browser.run(submit, '\u202eada');
  assert.match(await browser.run(() => document.querySelector('#name-problem').textContent), /^A name has 1 to 32 characters/);
  await browser.run(submit, ' ada ');
  await browser.until(isOnline, 'ada');
  await browser.open(server.url);
  await browser.until(isOnline, 'ada');
  assert.equal(await browser.run(() => document.querySelector('#my-name').textContent), 'ada');
  assert.deepEqual(server.lines.items.slice(1), ['ada online']);
});

test('told to fall silent, it goes offline with its socket open, and comes back when told to', async (t) => {
  const server = await startServer(t, '--timeout', '3', '--tick', '0.1');
  const browser = await openBrowser(t, 'chromium');
  await browser.open(`${server.url}?name=ada`);
  await browser.until(isOnline, 'ada');
  await browser.run(() => document.querySelector('#silence').click());
  await server.printed('ada offline (silent for 3 s)');
  await browser.until(isOnline);
  await browser.run(() => document.querySelector('#silence').click());
  await browser.until(isOnline, 'ada');
});

test('when the server is gone it says so, and when the server is back it is there again', async (t) => {
  const server = await startServer(t);
  const browser = await openBrowser(t, 'chromium');
  await browser.open(`${server.url}?name=ada`);
  await browser.until(isOnline, 'ada');
  server.kill('SIGKILL');
  await server.ended();
  await browser.until(() => document.querySelector('#connection').textContent === 'connection lost, trying again');
  await browser.until(() => document.querySelector('#my-state').textContent === 'is not heard');
  const again = await startServer(t, '--port', new URL(server.url).port);
  await again.printed('ada online');
  await browser.until(isOnline, 'ada');
});

for (const name of ['firefox', 'webkit']) {
  test(`${name} shows the page`, async (t) => {
    const server = await startServer(t, ...TIMES);
    const browser = await openBrowser(t, name);
    await browser.open(`${server.url}?name=ada`);
    await server.connect('bob');
    await browser.until(isOnline, 'ada', 'bob');
    await assertPicture(browser, ['ada', 'bob']);
    for (const step of await browser.run(pointerSteps, 4)) assert.ok(step >= 1 && step < 15);
    await server.printed('bob offline (silent for 9 s)');
    await browser.until(isOnline, 'ada');
    assert.equal((await browser.run(newsOf, 'offline')).length, 1);
  });
}
