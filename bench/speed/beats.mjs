// Steady heartbeats in virtual time: everybody beats once in ten ticks, a tenth of them in each, in an order that is another in each round.

import { seeded } from '../../tests/js/seeded.mjs';

export const PHASES = 10;

export class Beats {
  /** Numbers of uids; `order` from `from` to `to` beat in this tick. */
  order;
  from = 0;
  to = 0;
  #random;

  constructor(count, seed = 2) {
    this.#random = seeded(seed);
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    // Once for all: who beats in the same tick did not arrive in a row, and so does not lie in a row in anybody's memory.
    this.#shuffle(0, count);
  }

  /** The next tick's. */
  next() {
    const { length } = this.order;
    this.from = this.to === length ? 0 : this.to;
    this.to = Math.min(length, this.from + Math.ceil(length / PHASES));
    this.#shuffle(this.from, this.to);
  }

  #shuffle(from, to) {
    const { order } = this;
    for (let i = to - 1; i > from; i--) {
      const j = from + Math.floor(this.#random() * (i - from + 1));
      const uid = order[i];
      order[i] = order[j];
      order[j] = uid;
    }
  }
}
