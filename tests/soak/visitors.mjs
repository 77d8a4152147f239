// Wheels that are made, used for a moment, and closed in one way or another, or dropped with whoever is still in them.

import { Crowd, newUid } from './crowd.mjs';
import { Watched } from './watched.mjs';

/** So many at once. */
const MOST = 8;

const pick = (random, list) => list[Math.floor(random() * list.length)];

export class Visitors {
  made = 0;
  closed = 0;
  dropped = 0;
  collected = 0;
  /** Uids in dropped wheels that have not expired yet, and wheels that are to be closed by their listener. */
  waiting = 0;
  #here = [];
  #random;
  #ledger;
  #registry = new FinalizationRegistry(() => this.collected++);

  constructor(random, ledger) {
    this.#random = random;
    this.#ledger = ledger;
  }

  get watched() {
    return this.#here.map(({ watched }) => watched);
  }

  turn() {
    if (this.#here.length < MOST && this.#random() < 0.05) this.#make();
    for (const { crowd } of this.#here) crowd.turn();
    if (this.#here.length > 0 && this.#random() < 0.05) this.#end(this.#here.shift());
    this.#here = this.#here.filter(({ watched }) => !watched.closed);
  }

  endAll() {
    for (const visitor of this.#here.splice(0)) this.#end(visitor);
  }

  #make() {
    const controller = new AbortController();
    const tick = pick(this.#random, [5, 10, 25, 50]);
    const options = {
      tick,
      timeout: tick * pick(this.#random, [1, 5, 30, 31, 40]),
      gap: pick(this.#random, ['count', 'forgive']),
      maxPerTurn: pick(this.#random, [undefined, Infinity, 1, 100]),
      capacity: pick(this.#random, [undefined, 10, 5000]),
      signal: controller.signal,
    };
    const watched = new Watched(`visitor ${++this.made}`, options, this.#ledger);
    const crowd = new Crowd(watched, this.#random, { most: pick(this.#random, [3, 100, 1000]), calls: 20, ownTimeouts: 50 });
    watched.touchMany(Array.from({ length: this.#random() * 500 }, () => newUid(this.#random)));
    this.#here.push({ watched, crowd, controller });
  }

  #end({ watched, controller }) {
    if (watched.closed) return;
    const dice = this.#random();
    if (dice < 0.3) {
      this.#drop(watched);
      return;
    }
    this.closed++;
    if (dice < 0.5) watched.close();
    else if (dice < 0.7) watched.closedBy(() => controller.abort());
    else if (dice < 0.8) watched.closedBy(() => watched.wheel[Symbol.dispose ?? Symbol.for('Symbol.dispose')]());
    else this.#closeInListener(watched);
  }

  /** Goes on by itself as long as anyone is in it, and is collected then. */
  #drop(watched) {
    this.dropped++;
    this.waiting += watched.people.size;
    watched.onExpire = () => this.waiting--;
    this.#registry.register(watched.wheel);
  }

  #closeInListener(watched) {
    this.waiting++;
    watched.onExpire = () => {
      this.waiting--;
      watched.close();
    };
    watched.touch('whose expiry closes it', { timeout: watched.tickMs });
  }
}
