// The longest that one touch holds up the host while all arrive: in total, and of those touches in which the host collected no garbage.

import { PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { everybody } from '../arrivals.mjs';
import { collect, TICK_MS, TIMEOUT_MS } from '../population.mjs';

/** Shorter ones are many, and none of them is the longest. */
const NOTED_MS = 0.05;
/** Collections are told of later. */
const NEWS_MS = 100;

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const uids = everybody(format, size);
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  // The first compiles, and whatever else is done once.
  peer.touch(uids[0]);
  collect();
  const collections = [];
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) collections.push({ start: startTime, end: startTime + duration });
  });
  await sleep(NEWS_MS);
  observer.observe({ entryTypes: ['gc'] });
  const noted = [];
  for (let i = 1; i < uids.length; i++) {
    const start = performance.now();
    peer.touch(uids[i]);
    const end = performance.now();
    if (end - start > NOTED_MS) noted.push({ start, end });
  }
  await sleep(NEWS_MS);
  observer.disconnect();
  const longest = (touches) => touches.reduce((most, { start, end }) => Math.max(most, end - start), NOTED_MS);
  const overlaps = (touch) => collections.some(({ start, end }) => start < touch.end && end > touch.start);
  return { ownMs: longest(noted.filter((touch) => !overlaps(touch))), worstMs: longest(noted) };
}

export const worst = {
  name: 'worst',
  about: 'ms of the longest touch while all arrive',
  kinds: ['fresh-uuid'],
  sizes: [1_000_000],
  metrics: [
    { key: 'ownMs', title: 'ms, collections aside' },
    { key: 'worstMs', title: 'ms, in total' },
  ],
  bases: ['ring', 'rival'],
  takes: ({ touches = 'one', loadOnly }) => touches === 'one' && !loadOnly,
  run,
};
