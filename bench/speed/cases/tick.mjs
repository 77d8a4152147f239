// What a tick costs in which nobody is due, everybody beating once in ten ticks.

import { COHORTS, Cohorts } from '../cohorts.mjs';
import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

/** Until all beat, and have been filed anew once; then a turn that is measured. */
const WARM_UP = COHORTS + 40;
const MEASURED = 31;

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const kept = populate(peer, new Uids(format, size), size, { keep: true });
  const cohorts = new Cohorts(size, 2);
  const beat = (uid) => peer.touch(kept[uid]);
  const times = [];
  for (let tick = 0; tick < WARM_UP + MEASURED; tick++) {
    cohorts.next(beat);
    const start = performance.now();
    // Whoever keeps time by the clock has no time pass here, and nobody due either way.
    if (peer.advance) peer.advance();
    else peer.sweep();
    if (tick >= WARM_UP) times.push((performance.now() - start) * 1000);
  }
  if (peer.size !== size) throw new Error(`${peer.size} of ${size} uids are still here`);
  return { medianUs: median(times), worstUs: Math.max(...times) };
}

export const tick = {
  name: 'tick',
  about: 'µs of a tick with nobody due',
  kinds: ['kept-uuid'],
  sizes: [1_000, 100_000, 1_000_000],
  metrics: [
    { key: 'medianUs', title: 'µs, median' },
    { key: 'worstUs', title: 'µs, worst' },
  ],
  bases: ['ring', 'scan'],
  takes: ({ touches = 'one', virtual, sweeps }) => touches === 'one' && (virtual || sweeps),
  browser: true,
  run,
};
