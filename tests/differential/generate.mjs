// Makes traces. `node tests/differential/generate.mjs` writes the recorded one anew.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seeded } from '../js/seeded.mjs';
import { format, TRACE_FILE } from './trace.mjs';

export const TICK = 1000;
export const TIMEOUT = 30_000;
/** Silences from a timeout to this much longer are in no trace but grey ones: who expires then depends on the tick, and on how late it is. */
export const GREY = 10_000;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const LAST_START = 70 * MINUTE;
/** Long after everybody has gone, some come once more. */
const LATECOMERS = { from: 180 * MINUTE, count: 20 };
/** Two thirds of those who are online hear nothing for a while, and come back in a burst. */
const OUTAGE = { from: 40 * MINUTE, to: 41 * MINUTE + 10 * SECOND };
/** Everybody's client is started by the same announcement. */
const RUSH = { at: 20 * MINUTE, share: 0.12 };

const LANGUAGES = ['user', 'Ærø', '用户', '🛰️'];

/** Stories of as many uids. `longest`: the longest timeout of one's own. `grey`: any silence may occur. */
export function generate({ seed, uids = 2000, longest = TIMEOUT, grey = false }) {
  const random = seeded(seed);
  return Array.from({ length: uids }, (_, i) => {
    const earliest = i < uids - LATECOMERS.count ? 0 : LATECOMERS.from;
    return new Story(random, nameOf(i), { earliest, longest, grey }).tell();
  });
}

/** Numbers and strings, also such as look alike. */
function nameOf(i) {
  const n = i >> 2;
  if (i % 4 === 0) return n;
  if (i % 4 === 1) return `${n}`;
  return i % 4 === 2 ? `${LANGUAGES[n % LANGUAGES.length]}-${n}` : `session-${(n * 2654435761).toString(16)}-of-a-device-with-a-long-name`;
}

class Story {
  #random;
  #uid;
  #steps = [];
  #at = 0;
  #timeout = TIMEOUT;
  #earliest;
  #longest;
  #grey;

  constructor(random, uid, { earliest, longest, grey }) {
    this.#random = random;
    this.#uid = uid;
    this.#earliest = earliest;
    this.#longest = longest;
    this.#grey = grey;
  }

  tell() {
    this.#step(this.#start(), {});
    for (let visits = 1 + Math.floor(this.#random() ** 3 * 5); visits > 0; visits--) {
      this.#chance(0.15) ? this.#chat() : this.#beat(this.#chance(0.2));
      if (this.#chance(0.35)) this.#step(this.#upTo(Math.min(5 * SECOND, this.#timeout / 2)), { leaves: true });
      if (visits > 1) this.#return();
    }
    return { uid: this.#uid, steps: this.#steps };
  }

  #start() {
    if (this.#earliest > 0) return this.#earliest + this.#upTo(MINUTE);
    return this.#chance(RUSH.share) ? RUSH.at + this.#upTo(2 * SECOND) : this.#upTo(LAST_START);
  }

  /** Heartbeats with jitter; now and then one is lost, or two, or all until just before the timeout. */
  #beat(hasOwnTimeout) {
    let every = 10 * SECOND;
    for (let beats = Math.ceil(this.#exponential(9)); beats > 0; beats--) {
      const own = hasOwnTimeout && this.#chance(0.3) ? { timeout: this.#ownTimeout() } : {};
      const lost = this.#chance(0.05) ? 1 + Math.floor(this.#random() * 2) : 0;
      const pause = this.#chance(0.01) ? this.#timeout - 1 - this.#upTo(50) : every * (1 + lost) + (this.#random() - 0.5) * 0.3 * every;
      this.#touch(pause, own);
      every = Math.min(10 * SECOND, this.#timeout / 3);
    }
  }

  /** Nothing for some seconds, then several messages at once. */
  #chat() {
    for (let bursts = Math.ceil(this.#exponential(3)); bursts > 0; bursts--) {
      this.#touch(this.#upTo(0.8 * this.#timeout), {});
      for (let messages = Math.ceil(this.#exponential(4)); messages > 0; messages--) this.#touch(this.#upTo(300), {});
    }
  }

  /** A page that is loaded anew, a train in a tunnel, a night. */
  #return() {
    const away = this.#chance(0.3)
      ? this.#upTo(2 * SECOND)
      : this.#chance(0.5)
        ? this.#exponential(MINUTE)
        : this.#exponential(10 * MINUTE);
    this.#touch(away, {});
  }

  #touch(after, { timeout }) {
    const comes = this.#at + after;
    const isOut = comes > OUTAGE.from && this.#at < OUTAGE.to && this.#chance(2 / 3);
    const pause = isOut ? OUTAGE.to + this.#upTo(3 * SECOND) - this.#at : after;
    this.#step(this.#outOfGrey(pause), { timeout });
  }

  #outOfGrey(pause) {
    if (this.#grey || this.#isGone() || pause < this.#timeout - 1 || pause > this.#timeout + GREY) return pause;
    return this.#timeout + GREY + 1 + this.#upTo(20 * SECOND);
  }

  #isGone() {
    return this.#steps.at(-1)?.leaves === true;
  }

  #step(after, { timeout, leaves = false }) {
    const pause = Math.max(1, Math.round(after));
    // Whoever comes back after an expiry or a leave has the default again.
    if (this.#isGone() || pause >= this.#timeout) this.#timeout = TIMEOUT;
    if (timeout !== undefined) this.#timeout = timeout;
    this.#steps.push({ after: pause, timeout, leaves });
    this.#at += pause;
  }

  /** Whole ticks, so that `setTimeout` and the others are asked for the same. Most are short, whatever the longest. */
  #ownTimeout() {
    return TICK * (2 + Math.floor(this.#random() ** (1 + Math.log10(this.#longest / TIMEOUT)) * (this.#longest / TICK - 1)));
  }

  #chance(probability) {
    return this.#random() < probability;
  }

  #upTo(ms) {
    return this.#random() * ms;
  }

  #exponential(mean) {
    return -mean * Math.log(1 - this.#random());
  }
}

export const RECORDED = { seed: 31 };

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TRACE_FILE, format(generate(RECORDED)));
