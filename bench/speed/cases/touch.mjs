// What a touch of somebody who is here costs, while everybody beats steadily. Only touches are timed: neither the ticks between them nor the making of the
// strings.

import { Beats, PHASES } from '../beats.mjs';
import { populate, TICK_MS, TIMEOUT_MS } from '../population.mjs';
import { mean, median } from '../statistics.mjs';
import { Uids } from '../uids.mjs';

/** So many are parsed from one message, just before they are touched. */
const MESSAGE = 1_024;
const MANY = 64;
/** A sample has at least so many touches, lest the clock be what is measured. */
const SAMPLE = 10_000;
/** Or as long as is measured, if that is less. */
const WARM_UP_MS = 500;

/** Peers with timers of their own live in real time, in which the measurement may be longer than the usual timeout. Timers cost the same whatever their time. */
const REAL_TIMEOUT_MS = 3_600_000;

function touchOnes(peer, batch) {
  for (let i = 0; i < batch.length; i++) peer.touch(batch[i]);
}

function touchManies(peer, batch) {
  for (let i = 0; i < batch.length; i++) peer.touchMany(batch[i]);
}

function touchHandles(_peer, batch) {
  for (let i = 0; i < batch.length; i++) batch[i].touch();
}

const TOUCH = { one: touchOnes, many: touchManies, handle: touchHandles };

/** Strings or handles that were kept, in the order of the beats. They are copied by reference: what they hold is not looked at. */
function pick(kept, order, from, to) {
  const batch = new Array(to - from);
  for (let i = from; i < to; i++) batch[i - from] = kept[order[i]];
  return batch;
}

function inArrays(batch) {
  return Array.from({ length: Math.ceil(batch.length / MANY) }, (_, i) => batch.slice(i * MANY, (i + 1) * MANY));
}

function batchMaker(touches, isFresh, uids, kept) {
  if (touches === 'handle') return (order, from, to) => pick(kept, order, from, to);
  if (touches === 'many' && isFresh) return (order, from, to) => uids.parseMany(order, from, to, MANY);
  if (touches === 'many') return (order, from, to) => inArrays(pick(kept, order, from, to));
  if (isFresh) return (order, from, to) => uids.parse(order, from, to);
  return (order, from, to) => pick(kept, order, from, to);
}

/** What the clock itself takes of a timed stretch. */
function clockCost() {
  const costs = [];
  for (let i = 0; i < 2_000; i++) {
    const start = performance.now();
    costs.push(performance.now() - start);
  }
  return mean(costs.slice(1_000));
}

async function run({ peer: { touches = 'one', virtual = false, create }, size, kind, ms }) {
  const [freshness, format] = kind.split('-');
  const isFresh = freshness === 'fresh';
  const peer = await create({ timeoutMs: virtual ? TIMEOUT_MS : REAL_TIMEOUT_MS, tickMs: TICK_MS, onExpire() {} });
  const uids = new Uids(format, size);
  const kept = populate(peer, uids, size, { touches, keep: !isFresh || touches === 'handle' });
  const makeBatch = batchMaker(touches, isFresh, uids, kept);
  const touch = TOUCH[touches];
  const beats = new Beats(size);

  let timed = 0;
  const oneTick = () => {
    beats.next();
    for (let from = beats.from; from < beats.to; from += MESSAGE) {
      const batch = makeBatch(beats.order, from, Math.min(beats.to, from + MESSAGE));
      const start = performance.now();
      touch(peer, batch);
      timed += performance.now() - start;
      stretches++;
    }
    if (virtual) peer.advance();
  };
  let stretches = 0;

  const warmUpEnd = performance.now() + Math.min(WARM_UP_MS, ms);
  for (let ticks = 0; ticks < PHASES || performance.now() < warmUpEnd; ticks++) oneTick();

  const cost = clockCost();
  const samples = [];
  const end = performance.now() + ms;
  for (let ticks = 0; ticks < PHASES || performance.now() < end; ) {
    let touched = 0;
    timed = 0;
    stretches = 0;
    for (; touched < SAMPLE || touched < beats.to - beats.from; touched += beats.to - beats.from, ticks++) oneTick();
    samples.push(((timed - stretches * cost) * 1e6) / touched);
  }
  if (peer.size !== size) throw new Error(`${peer.size} of ${size} uids are still here`);
  peer.close();
  return { ns: median(samples), meanNs: mean(samples) };
}

export const touch = {
  name: 'touch',
  about: 'ns per touch',
  kinds: ['fresh-uuid', 'kept-uuid', 'fresh-short', 'kept-short', 'fresh-integer'],
  sizes: [1_000, 100_000, 1_000_000],
  metrics: [{ key: 'ns', title: 'ns' }],
  bases: ['ring', 'rival', 'refresh'],
  /** A handle needs no uid: so there is nothing to be fresh. */
  takes: ({ touches, loadOnly }, kind) => !loadOnly && (touches !== 'handle' || kind === 'kept-uuid'),
  browser: true,
  run,
};
