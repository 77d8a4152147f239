// How many whole ticks have passed: the only reader of clocks.

import { clockNow, wallNow } from './host.ts';

/** Where the wall clock gains more than this and a tick, the machine slept. */
const SLEEP_MS = 5_000;

export interface Reading {
  /** What the clocks show. */
  readonly now: number;
  readonly wall: number;
  /** Ms since the last tick. */
  readonly passed: number;
  /** Whole ticks in that: 0 if it is too early for one. */
  readonly ticks: number;
}

export class Stopwatch {
  /** A host timer that is early by so many ms counts as on time. */
  readonly graceMs: number;
  readonly #tickMs: number;
  readonly #clock: () => number;
  readonly #countSleep: boolean;
  /** From when on the next tick counts: the last one, or up to the grace after it. */
  #last = 0;
  // What the clocks showed at the last tick.
  #now = 0;
  #wall = 0;

  constructor(tickMs: number, clock: (() => number) | undefined, countSleep: boolean) {
    this.graceMs = Math.min(1, tickMs / 10);
    this.#tickMs = tickMs;
    this.#clock = clock ?? clockNow;
    this.#countSleep = countSleep;
  }

  start(): void {
    const now = this.#clock();
    this.#set(now, now, this.#readWall());
  }

  read(): Reading {
    const now = this.#clock();
    const wall = this.#readWall();
    if (!(now >= this.#last - this.graceMs)) {
      // The clock stepped back. Time goes on from here; the tick that was under way is lost, and it is no gap.
      this.#set(now, now, wall);
    }
    const slept = wall - this.#wall - (now - this.#now);
    const passed = now - this.#last + (slept > SLEEP_MS + this.#tickMs ? slept : 0);
    return { now, wall, passed, ticks: Math.floor((passed + this.graceMs) / this.#tickMs) };
  }

  /** The ticks of a reading have come. What they came early by does not add up; what they came late by is not made up. */
  take({ now, wall, ticks }: Reading): void {
    this.#set(Math.max(now, Math.min(this.#last + ticks * this.#tickMs, now + this.graceMs)), now, wall);
  }

  #set(last: number, now: number, wall: number): void {
    this.#last = last;
    this.#now = now;
    this.#wall = wall;
  }

  #readWall(): number {
    return this.#countSleep ? wallNow() : 0;
  }
}
