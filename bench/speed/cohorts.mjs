// Heartbeats of people who did not arrive all at once: for what a tick costs it matters that deadlines are spread evenly over all slots.

import { Beats, PHASES } from './beats.mjs';

/** As many as a timeout has ticks. Each beats once in ten ticks. */
export const COHORTS = 30;

export class Cohorts {
  #order;
  #tick = 0;

  constructor(count, seed) {
    this.#order = new Beats(count, seed).order;
  }

  /**
   * Calls `beat` with the number of each who beats in the next tick. In the first thirty ticks one cohort after the other, as if it had just arrived; then three of them
   * in each. All were filed in one slot when they were inserted: from their first beat on they no longer are.
   */
  next(beat) {
    const tick = this.#tick++;
    if (tick < COHORTS) return this.#beatOne(tick, beat);
    for (let cohort = tick % PHASES; cohort < COHORTS; cohort += PHASES) this.#beatOne(cohort, beat);
  }

  #beatOne(cohort, beat) {
    const { length } = this.#order;
    const to = Math.floor(((cohort + 1) * length) / COHORTS);
    for (let i = Math.floor((cohort * length) / COHORTS); i < to; i++) beat(this.#order[i]);
  }
}
