// How long idlewheel's interval driver holds the event loop at a time when all expire at once: its slices of `maxPerTurn` uids, as by default.

import { populate } from '../population.mjs';
import { median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

/** The driver's interval runs in real time, and finds that all of the timeout has passed. */
const TICK_MS = 50;
const TIMEOUT_MS = 30 * TICK_MS;

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const slices = [];
  // The driver takes its turns by this, and looks it up when it does.
  const { setImmediate } = globalThis;
  globalThis.setImmediate = (turn, ...args) =>
    setImmediate(() => {
      const start = performance.now();
      turn(...args);
      slices.push(performance.now() - start);
      if (peer.size === 0) end();
    });
  let end;
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  populate(peer, new Uids(format, size), size);
  // Touches count as made in the first tick, however late it comes: so one that is on time goes before.
  peer.advance();
  peer.nowMs += TIMEOUT_MS;
  // Its own timer keeps no process alive.
  const awake = setInterval(() => {}, TICK_MS);
  await ended;
  clearInterval(awake);
  return { longestMs: Math.max(...slices), medianMs: median(slices) };
}

export const slices = {
  name: 'slices',
  about: 'ms of a turn of the event loop while all expire, 10 000 in each',
  kinds: ['fresh-uuid'],
  sizes: [100_000, 1_000_000],
  metrics: [
    { key: 'longestMs', title: 'ms, longest' },
    { key: 'medianMs', title: 'ms, median' },
  ],
  bases: [],
  takes: ({ way, driver }) => way === '' && driver === 'interval',
  run,
};
