// How many whole ticks have passed: the only reader of clocks.

import { show } from './errors.ts';
import { clockNow, wallNow } from './host.ts';

/** Where the wall clock gains more than this and a tick, the machine slept. */
const SLEEP_MS = 5_000;

export class Stopwatch {
  /** A host timer that is early by so many ms counts as on time. */
  readonly graceMs: number;
  readonly #tickMs: number;
  readonly #clock: () => number;
  readonly #countSleep: boolean;
  /** From when on the next tick counts: the last one, or up to the grace after it. */
  #last = 0;
  // What the clocks showed at the last tick, and at the last reading.
  #lastNow = 0;
  #lastWall = 0;
  #now = 0;
  #wall = 0;
  #passed = 0;

  constructor(tickMs: number, clock: (() => number) | undefined, countSleep: boolean) {
    this.graceMs = Math.min(1, tickMs / 10);
    this.#tickMs = tickMs;
    this.#clock = clock ?? clockNow;
    this.#countSleep = countSleep;
  }

  /** Ms from the last tick to the last reading. */
  get passed(): number {
    return this.#passed;
  }

  start(): void {
    this.#look();
    this.#count(this.#now);
  }

  /** Reads the clock. Returns the whole ticks that have passed since the last one: 0 if it is too early for one. */
  read(): number {
    this.#look();
    // The clock stepped back. Time goes on from here; the tick that was under way is lost, and it is no gap.
    if (this.#now < this.#last - this.graceMs) this.#count(this.#now);
    const clockGain = this.#now - this.#lastNow;
    const slept = this.#wall - this.#lastWall - clockGain;
    this.#passed = this.#now - this.#last + (slept > SLEEP_MS + this.#tickMs ? slept : 0);
    return Math.floor((this.#passed + this.graceMs) / this.#tickMs);
  }

  /** So many ticks have come. What they came early by does not add up; what they came late by is not made up. */
  take(ticks: number): void {
    const due = this.#last + ticks * this.#tickMs;
    this.#count(Math.max(this.#now, Math.min(due, this.#now + this.graceMs)));
  }

  #look(): void {
    const now = this.#clock();
    if (!Number.isFinite(now)) throw new TypeError(`clock gave ${show(now)}; it takes a function that gives ms`);
    this.#now = now;
    this.#wall = this.#countSleep ? wallNow() : 0;
  }

  #count(last: number): void {
    this.#last = last;
    this.#lastNow = this.#now;
    this.#lastWall = this.#wall;
  }
}
