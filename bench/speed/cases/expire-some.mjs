// What it costs, per uid that expires, when one in a hundred expires in each tick while the others beat: the tick's own cost is in it.

import { Beats } from '../beats.mjs';
import { Cohorts } from '../cohorts.mjs';
import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

const GROUPS = 20;
/** Until who beats on has been filed all over the wheel. */
const FIRST_SILENT = 40;
const EVERY = 10;
/** Until the last have expired. */
const LAST_TICK = FIRST_SILENT + GROUPS + 40;

async function run({ peer: { create }, size, kind }) {
  const [, format] = kind.split('-');
  const peer = await create({ timeoutMs: TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const kept = populate(peer, new Uids(format, size), size, { keep: true });
  const { order } = new Beats(size, 5);
  const group = Math.round(size / 100);
  // Twenty groups fall silent one after another, tick by tick; the rest beat on.
  const silent = group * GROUPS;
  const cohorts = new Cohorts(size - silent, 2);
  const beat = (uid) => peer.touch(kept[order[silent + uid]]);
  const beatSilent = (from, to) => {
    for (let i = from; i < to; i++) peer.touch(kept[order[i]]);
  };
  const times = [];
  for (let tick = 0; tick < LAST_TICK; tick++) {
    cohorts.next(beat);
    const last = tick - FIRST_SILENT;
    if (last < 0 && tick % EVERY === 0) beatSilent(0, silent);
    else if (last >= 0 && last < GROUPS) beatSilent(last * group, (last + 1) * group);
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
