// What makes time pass.

/** More than can be due at once; small enough to be passed on without being boxed. */
export const ALL = 2 ** 31 - 1;

/** The wheel, as far as a driver drives it. */
export interface Driven {
  /** Moves on by so many ticks and delivers up to `budget` of those who are due. Returns how many. */
  run(ticks: number, budget: number): number;
  /** Listeners are being called: a host that runs its timers meanwhile has to wait. */
  isBusy(): boolean;
  /** What went wrong where nobody could be told by a throw. */
  failed(error: unknown): void;
}

export interface Driver {
  /** Ms by which the last tick came late. */
  readonly lateBy: number;
  /** The first uid is about to arrive. */
  wake(): void;
  /** Nobody is here. */
  rest(): void;
  /** Looks at all that is due, now. Returns how many expired. */
  tick(): number;
}

/** No timer and no clock: each call is one tick. */
export class ManualDriver implements Driver {
  readonly lateBy = 0;
  readonly #driven: Driven;

  constructor(driven: Driven) {
    this.#driven = driven;
  }

  wake(): void {}

  rest(): void {}

  tick(): number {
    return this.#driven.run(1, ALL);
  }
}
