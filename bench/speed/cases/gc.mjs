// What a full collection of the host takes longer when all are alive than when none is. Nobody but the peer has the uids.

import { collect, populate, TICK_MS } from '../population.mjs';
import { median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

const TIMES = 7;
/** Timers are not to fire meanwhile. */
const TIMEOUT_MS = 3_600_000;

function collectionMs() {
  collect();
  return median(
    Array.from({ length: TIMES }, () => {
      const start = performance.now();
      globalThis.gc();
      return performance.now() - start;
    }),
  );
}

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const uids = new Uids(format, size);
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const without = collectionMs();
  populate(peer, uids, size);
  const ms = collectionMs() - without;
  if (peer.size !== size) throw new Error(`${peer.size} of ${size} uids are still here`);
  return { ms };
}

export const gc = {
  name: 'gc',
  about: 'ms that a full collection takes longer with all alive',
  kinds: ['fresh-uuid'],
  sizes: [100_000, 1_000_000],
  metrics: [{ key: 'ms', title: 'ms' }],
  // The difference may be nothing, or less: of that nobody is so many times.
  bases: [],
  takes: ({ touches = 'one', loadOnly }) => touches === 'one' && !loadOnly,
  run,
};
