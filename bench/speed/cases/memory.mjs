// What a uid takes: of the process (resident set), and of JavaScript's heap. Nobody but the peer has the uids.

import { setTimeout as sleep } from 'node:timers/promises';
import { collect, populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { Uids } from '../uids.mjs';

/** Until the host has given back what it does not need. */
const SETTLE_MS = 300;

async function settled() {
  collect();
  await sleep(SETTLE_MS);
  collect();
  return process.memoryUsage();
}

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const uids = new Uids(format, size);
  // What parsing leaves behind for good is there before.
  populate({ touch() {}, size }, uids, size);
  const peer = await create({ timeoutMs: 100 * TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const before = await settled();
  populate(peer, uids, size);
  const after = await settled();
  if (peer.size !== size) throw new Error(`${peer.size} of ${size} uids are still here`);
  return { rss: (after.rss - before.rss) / size, heap: (after.heapUsed - before.heapUsed) / size };
}

export const memory = {
  name: 'memory',
  about: 'bytes per uid',
  kinds: ['fresh-uuid', 'fresh-integer'],
  sizes: [100_000, 1_000_000],
  metrics: [
    { key: 'rss', title: 'bytes, resident' },
    { key: 'heap', title: "bytes, JavaScript's heap" },
  ],
  bases: ['ring', 'rival'],
  takes: ({ touches = 'one', loadOnly }) => touches === 'one' && !loadOnly,
  run,
};
