// The contract's lines 5 and 8 on clocks: how many whole ticks have passed when the wheel reads them.

export interface BeatOptions {
  tick: number;
  countSleep: boolean;
}

/** A machine slept if the wall clock has gained more than this and a tick. */
const SLEEP_MS = 5_000;

/** What both clocks show. */
export interface Reading {
  clock: number;
  wall: number;
}

export class Beat {
  /** Ticks that have passed and are not yet taken. */
  due = 0;
  /** Ms by which the last tick came late. */
  lateBy = 0;
  /** A host's timer that is early by no more counts as on time. */
  readonly grace: number;
  readonly #options: BeatOptions;
  #last: Reading = { clock: 0, wall: 0 };
  /** From when on the tick under way counts: later than the last reading if the tick before came early. */
  #from = 0;
  #passed = 0;
  #now: Reading = { clock: 0, wall: 0 };

  constructor(options: BeatOptions) {
    this.#options = options;
    this.grace = Math.min(1, options.tick / 10);
  }

  start(now: Reading): void {
    this.due = 0;
    this.#now = now;
    this.#restartAt(now.clock);
  }

  read(now: Reading): void {
    const { tick, countSleep } = this.#options;
    this.#now = now;
    if (now.clock < this.#from - this.grace) this.#restartAt(now.clock);
    const slept = now.wall - this.#last.wall - (now.clock - this.#last.clock);
    this.#passed = now.clock - this.#from + (countSleep && slept > SLEEP_MS + tick ? slept : 0);
    this.due = Math.max(0, Math.floor((this.#passed + this.grace) / tick));
  }

  /** What was due has become ticks of the wheel. */
  take(): void {
    const { clock } = this.#now;
    const onTime = this.#from + this.due * this.#options.tick;
    this.lateBy = Math.max(0, this.#passed - this.#options.tick);
    this.due = 0;
    this.#restartAt(Math.max(clock, Math.min(onTime, clock + this.grace)));
  }

  #restartAt(from: number): void {
    this.#from = from;
    this.#last = this.#now;
  }
}
