// What a new uid costs, one after another arriving: the processor time of all threads, so that what the host collects beside is in it.

import { cpuMs, everybody, touchAll } from '../arrivals.mjs';
import { collect, TICK_MS, TIMEOUT_MS } from '../population.mjs';

/** Enough for the code to be compiled. */
const WARM_UP = 20_000;

async function run({ peer: { touches, create }, size, kind }) {
  const options = { timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} };
  const [, format] = kind.split('-');
  const warm = await create(options);
  touchAll(warm, everybody(format, WARM_UP, touches, 3), touches);
  warm.close();
  const uids = everybody(format, size, touches);
  const peer = await create(options);
  collect();
  const start = cpuMs();
  touchAll(peer, uids, touches);
  const used = cpuMs() - start;
  if (peer.size !== size) throw new Error(`of ${size} new uids ${peer.size} are here`);
  return { cpuNs: (used * 1e6) / size };
}

export const newUids = {
  name: 'new',
  about: 'processor time per new uid',
  kinds: ['fresh-uuid', 'fresh-integer'],
  sizes: [100_000, 1_000_000],
  metrics: [{ key: 'cpuNs', title: 'ns' }],
  bases: ['ring', 'rival'],
  takes: ({ touches, loadOnly }) => touches !== 'handle' && !loadOnly,
  run,
};
