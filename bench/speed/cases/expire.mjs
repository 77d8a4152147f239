// What it costs when all expire at once, per uid.

import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { Uids } from '../uids.mjs';

/** For peers that live in real time. */
const SHORT_MS = 1_000;
/** Some give a second's grace, and half-second ticks. */
const MOST_TICKS = 40;

async function run({ peer: { virtual, create }, size, kind }) {
  const [, format] = kind.split('-');
  let expired = 0;
  let last = 0;
  let allExpired;
  const end = new Promise((resolve) => {
    allExpired = resolve;
  });
  const onExpire = () => {
    if (++expired < size) return;
    last = performance.now();
    allExpired();
  };
  const peer = await create({ timeoutMs: virtual ? TIMEOUT_MS : SHORT_MS, tickMs: TICK_MS, onExpire });
  populate(peer, new Uids(format, size), size);
  if (virtual) return { ns: (expireByTicks(peer, size) * 1e6) / size };
  // Until everybody is due: the host's timers get no turn before that.
  for (const due = performance.now() + SHORT_MS + 5; performance.now() < due; );
  const start = performance.now();
  peer.sweep?.();
  await end;
  return { ns: ((last - start) * 1e6) / size };
}

/** Ms of the ticks in which anybody expired. */
function expireByTicks(peer, size) {
  let ms = 0;
  for (let ticks = 0; ticks < MOST_TICKS && peer.size > 0; ticks++) {
    const before = peer.size;
    const start = performance.now();
    peer.advance();
    const took = performance.now() - start;
    if (peer.size < before) ms += took;
  }
  if (peer.size > 0) throw new Error(`${peer.size} of ${size} uids did not expire`);
  return ms;
}

export const expire = {
  name: 'expire',
  about: 'ns per uid, when all expire at once',
  kinds: ['fresh-uuid'],
  sizes: [1_000, 100_000, 1_000_000],
  metrics: [{ key: 'ns', title: 'ns' }],
  bases: ['ring', 'rival'],
  takes: ({ touches = 'one', loadOnly, losesSome }) => touches === 'one' && !loadOnly && !losesSome,
  browser: true,
  run,
};
