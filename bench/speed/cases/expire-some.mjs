// What it costs, per uid that expires, when one in a hundred expires in each tick while the others beat: the tick's own cost is in it.

import { Beats } from '../beats.mjs';
import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

const GROUPS = 20;
const MOST_TICKS = 40;

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const kept = populate(peer, new Uids(format, size), size, { keep: true });
  const { order } = new Beats(size, 5);
  const group = Math.round(size / 100);
  // The first twenty groups fall silent one after another, in the first ticks; the rest beat on.
  const silent = group * GROUPS;
  const beating = new Beats(size - silent);
  const times = [];
  for (let tick = 0; tick < MOST_TICKS + GROUPS; tick++) {
    beating.next();
    for (let i = beating.from; i < beating.to; i++) peer.touch(kept[order[silent + beating.order[i]]]);
    if (tick < GROUPS) for (let i = tick * group; i < silent; i++) peer.touch(kept[order[i]]);
    const before = peer.size;
    const start = performance.now();
    peer.advance();
    const ns = (performance.now() - start) * 1e6;
    if (peer.size < before) times.push(ns / (before - peer.size));
  }
  if (peer.size !== size - silent) throw new Error(`${size - peer.size} uids expired, and not ${silent}`);
  return { ns: median(times) };
}

export const expireSome = {
  name: 'expire-some',
  about: 'ns per uid, when 1 % expire in each tick',
  kinds: ['kept-uuid'],
  sizes: [100_000, 1_000_000],
  metrics: [{ key: 'ns', title: 'ns' }],
  bases: ['ring', 'rival'],
  takes: ({ touches = 'one', virtual, losesSome }) => touches === 'one' && virtual === true && !losesSome,
  run,
};
