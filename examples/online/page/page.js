// The page: a wheel of its own, touched by every beat that the server passes on, and the pictures of it.

import { IdleWheel } from '/idlewheel/index.js';
import { Connection } from './connection.js';
import { Me } from './me.js';
import { News } from './news.js';
import { People, seconds } from './people.js';
import { SLOTS } from './places.js';
import { Ring } from './ring.js';

const find = (id) => document.getElementById(id);
const ring = new Ring(find('ring'));
const people = new People(find('people'));
const news = new News(find('news'));
const heart = new Worker('heart.js');

let wheel;
let settings;
let ignored = 0;
let isConnected = false;
let drawing;

const me = new Me(() => {
  beat();
  draw();
});
const connection = new Connection('/presence', { heard, lost: () => showConnection('lost') });
heart.addEventListener('message', beat);
me.start();

function beat() {
  if (me.beats) connection.send({ type: 'beat', name: me.name });
}

function heard(message) {
  ignored = message.ignored;
  if (message.type === 'hello') return begin(message);
  const { type, name } = message;
  if (type === 'offline') {
    wheel.delete(name);
    news.add(name, `offline (silent for ${settings.timeoutMs / 1000}\u00a0s)`, false);
  } else {
    wheel.touch(name, { timeout: settings.timeoutMs });
    if (type === 'online') news.add(name, 'online', true);
  }
  draw();
  if (type !== 'offline') ring.pulse(name);
}

/** The server says how it counts, and who is here: from now on this page's wheel goes as the server's does. */
function begin({ timeoutMs, tickMs, beatMs, online }) {
  settings = { timeoutMs, tickMs, beatMs };
  wheel?.close();
  wheel = new IdleWheel({ timeout: timeoutMs, tick: tickMs });
  wheel.on('expire', (name) => {
    // Not even our own beats come back: the connection only looks open.
    if (me.beats && name === me.name) connection.renew();
  });
  // A touch waits for the next tick, so that one is taken off.
  for (const [name, left] of online) wheel.touch(name, { timeout: Math.max(tickMs, left - tickMs) });
  heart.postMessage(beatMs);
  beat();
  ring.set(settings);
  find('rules').textContent =
    `Every open page beats every ${seconds(beatMs)}. Whoever is silent for ${timeoutMs / 1000}\u00a0s goes offline: ` +
    'not when a socket closes, but when the pointer comes round to them.';
  find('caption').textContent = caption(settings);
  showConnection('open');
  clearInterval(drawing);
  // The wheel has no event for a tick, so the picture is looked after often enough to show each.
  drawing = setInterval(draw, Math.min(200, Math.max(30, tickMs / 3)));
  draw();
}

function draw() {
  if (wheel === undefined) return;
  const { timeoutMs, tickMs, beatMs } = settings;
  const wholeMs = Math.ceil(timeoutMs / tickMs) * tickMs + tickMs;
  const shown = [...wheel]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => {
      const left = wheel.remaining(name);
      const silentMs = wholeMs - left;
      return { name, left, ticks: left / tickMs, silentMs, late: silentMs > beatMs + 2 * tickMs, isMe: name === me.name };
    });
  const { now, touches } = wheel.stats();
  ring.show(now, shown);
  people.show(shown, wholeMs);
  find('count').textContent = shown.length;
  find('my-state').textContent = myState(beatMs);
  find('numbers').textContent = `${now} ticks · ${touches} touches · ${ignored} malformed messages ignored`;
}

function caption({ timeoutMs, tickMs }) {
  const ticks = Math.ceil(timeoutMs / tickMs) + 1;
  const pointer = `The pointer moves on by a slot every ${seconds(tickMs)}.`;
  if (ticks === SLOTS) return `${pointer} A beat puts its sender just behind it.`;
  const rings = ticks > SLOTS ? ' A slot of an outer ring spans a whole turn of the ring within it.' : '';
  return `${pointer} A beat puts its sender ${ticks} ticks ahead of it.${rings}`;
}

function myState(beatMs) {
  if (!isConnected) return 'is not heard';
  if (me.beats) return `beats every ${seconds(beatMs)}`;
  return me.name !== undefined && wheel.has(me.name) ? 'is silent, and still online' : 'is silent, and offline';
}

function showConnection(state) {
  isConnected = state === 'open';
  const texts = { open: 'connected', lost: 'connection lost, trying again' };
  find('connection').dataset.state = state;
  find('connection').textContent = texts[state];
  document.body.classList.toggle('cut-off', !isConnected);
}
