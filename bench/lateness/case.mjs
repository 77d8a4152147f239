// One measurement, in a process of its own: `node case.mjs '{"uids":1000,"busy":true,…}'` prints its figures as JSON.

import { createHistogram } from 'node:perf_hooks';
import { IdleWheel } from 'idlewheel';
import { seeded } from '../../tests/js/seeded.mjs';
import { busyLoop } from '../busy.mjs';
import { dueTick, TickLog } from '../ticks.mjs';

/** A host timer may be early by so many ms. */
const GRACE = 1;
/** A uid that has not expired so long after its deadline never will. */
const LOST_AFTER = 60_000;

const { uids, busy, tick, timeout, round } = JSON.parse(process.argv[2]);
const BEATS = 2;

const log = new TickLog();
const touchedAt = new Float64Array(uids);
const touchedIn = new Array(uids);
const isHere = new Uint8Array(uids);

/** Figures in µs, because a histogram takes whole numbers; shares by bins of some ms, for the plot. */
class Distribution {
  #histogram = createHistogram();
  #least = Infinity;
  #binMs;
  #bins = [];

  constructor(binMs) {
    this.#binMs = binMs;
  }

  add(ms) {
    this.#least = Math.min(this.#least, ms);
    this.#histogram.record(Math.max(1, Math.round(ms * 1000)));
    const bin = Math.max(0, Math.floor(ms / this.#binMs));
    this.#bins[bin] = (this.#bins[bin] ?? 0) + 1;
  }

  get figures() {
    const at = (percentile) => this.#histogram.percentile(percentile) / 1000;
    return {
      min: this.#least,
      median: at(50),
      p99: at(99),
      max: this.#histogram.max / 1000,
      bins: Array.from(this.#bins, (n) => n ?? 0),
    };
  }
}

const firedAt = new Float64Array(uids);
let expired = 0;
let repeated = 0;

const wheel = new IdleWheel({ timeout, tick, clock: log.clock, onExpire });
log.watch(wheel);

/** Notes it and no more: what is slow here makes others late. */
function onExpire(uid) {
  expired++;
  if (!isHere[uid]) repeated++;
  isHere[uid] = 0;
  firedAt[uid] = performance.now();
}

/** Each uid beats once a round, at a phase of its own, and after two rounds falls silent. */
function beatAll() {
  return new Promise((resolve) => {
    const start = performance.now();
    let beats = 0;
    const beatSome = () => {
      const due = Math.min(BEATS * uids, Math.floor(((performance.now() - start) / round) * uids));
      for (; beats < due; beats++) {
        const uid = beats % uids;
        isHere[uid] = 1;
        touchedAt[uid] = performance.now();
        wheel.touch(uid);
        touchedIn[uid] = log.last;
      }
      if (beats < BEATS * uids) setTimeout(beatSome, 1);
      else resolve();
    };
    beatSome();
  });
}

function untilAllExpired() {
  const giveUpAt = performance.now() + timeout + LOST_AFTER;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (wheel.size > 0 && performance.now() < giveUpAt) return;
      clearInterval(timer);
      resolve();
    }, tick);
  });
}

const stopWork = busy ? busyLoop(seeded(1)) : () => {};
await beatAll();
await untilAllExpired();
stopWork();
log.settle();

const binMs = tick / 20;
const lateness = new Distribution(binMs);
/** What the ticks from the touch to the expiry came late by, all together. */
const ticks = new Distribution(binMs);
/** From the deadline to the tick after it, had all come on time; and from the tick to the listener. */
const rest = new Distribution(binMs);
/** Of that, from the tick to the listener. */
const delivery = new Distribution(binMs);
let early = 0;

for (let uid = 0; uid < uids; uid++) {
  if (firedAt[uid] === 0) continue;
  const deadline = touchedAt[uid] + timeout;
  const late = firedAt[uid] - deadline;
  const due = dueTick(touchedIn[uid], Math.ceil(timeout / tick))?.time;
  if (late < -GRACE || due === undefined) {
    early++;
    continue;
  }
  const ticksLateness = due - Math.max(deadline, touchedIn[uid].time + tick + timeout);
  lateness.add(late);
  ticks.add(ticksLateness);
  rest.add(late - ticksLateness);
  delivery.add(firedAt[uid] - due);
}

const figures = (distribution) => (expired > early ? distribution.figures : undefined);
console.log(
  JSON.stringify({
    uids,
    busy,
    tick,
    timeout,
    binMs,
    early,
    repeated,
    lost: isHere.reduce((sum, here) => sum + here, 0),
    lateness: figures(lateness),
    ticks: figures(ticks),
    rest: figures(rest),
    delivery: figures(delivery),
  }),
);
