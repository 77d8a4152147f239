// A server's day, in real time: 20 000 messages a second, each with the uid of one of those who are here, and ticks each second. The processor time of all of it,
// and how late the event loop is.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { cpuMs } from '../arrivals.mjs';
import { Beats } from '../beats.mjs';
import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { Uids } from '../uids.mjs';

const PER_SECOND = 20_000;
const WARM_UP_MS = 1_000;
/** Of the usual time of measurement. */
const LONGER = 10;
const RESOLUTION_MS = 1;

class Load {
  #peer;
  #uids;
  #beats;
  #next = 0;
  #end = 0;

  constructor(peer, uids, size) {
    this.#peer = peer;
    this.#uids = uids;
    this.#beats = new Beats(size);
  }

  /** Whoever is due by now is parsed and touched, a message each turn. */
  run(ms) {
    const start = performance.now();
    let sent = 0;
    return new Promise((resolve) => {
      const turn = () => {
        const passed = performance.now() - start;
        const due = Math.floor((Math.min(passed, ms) * PER_SECOND) / 1000);
        while (sent < due) sent += this.#send(due - sent);
        if (passed < ms) setTimeout(turn, 1);
        else resolve();
      };
      turn();
    });
  }

  #send(most) {
    if (this.#next === this.#end) {
      this.#beats.next();
      this.#next = this.#beats.from;
      this.#end = this.#beats.to;
    }
    const to = Math.min(this.#end, this.#next + most, this.#next + 1_000);
    const batch = this.#uids.parse(this.#beats.order, this.#next, to);
    for (let i = 0; i < batch.length; i++) this.#peer.touch(batch[i]);
    this.#next = to;
    return batch.length;
  }
}

async function run({ peer: { create }, size, kind, ms }) {
  const [, format] = kind.split('-');
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {}, realTime: true });
  const uids = new Uids(format, size);
  populate(peer, uids, size);
  const load = new Load(peer, uids, size);
  await load.run(Math.min(WARM_UP_MS, ms * LONGER));
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const start = cpuMs();
  await load.run(ms * LONGER);
  const used = cpuMs() - start;
  delay.disable();
  if (peer.size < size) throw new Error(`${peer.size} of ${size} uids are still here`);
  return {
    cpuMs: used / ((ms * LONGER) / 1000),
    p99Ms: delay.percentile(99) / 1e6 - RESOLUTION_MS,
    maxMs: delay.max / 1e6 - RESOLUTION_MS,
  };
}

/** What is left when that is taken off which the load itself takes, in the same round. */
function derive(cell) {
  const nothing = cell.find(({ peer }) => peer === 'nothing');
  if (nothing === undefined) return;
  for (const { peer, runs } of cell) {
    if (peer === 'nothing') continue;
    runs.forEach((run, round) => {
      run.netMs = run.cpuMs - nothing.runs[round].cpuMs;
    });
  }
}

export const mixed = {
  name: 'mixed',
  about: 'processor time per second, 20 000 touches in it; delay of the event loop',
  kinds: ['fresh-uuid'],
  sizes: [100_000],
  metrics: [
    { key: 'cpuMs', title: 'ms a second' },
    { key: 'netMs', title: 'ms a second, without the load itself' },
    { key: 'p99Ms', title: 'ms late, 99 %' },
    { key: 'maxMs', title: 'ms late, most' },
  ],
  bases: ['ring', 'rival'],
  takes: ({ touches = 'one', way = '' }) => touches === 'one' && way === '',
  run,
  derive,
};
