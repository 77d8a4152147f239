// Driven by the host's interval: armed while anyone is here.

import { ALL, type Driven, type Driver } from './driver.ts';
import { callTimer, inNextTurn, startInterval, stopInterval } from './host.ts';
import { MAX_TICKS, type Settings } from './options.ts';
import { Stopwatch } from './stopwatch.ts';

type IntervalSettings = Pick<Settings<never>, 'tickMs' | 'forgive' | 'clock' | 'countSleep' | 'ref' | 'maxPerTurn'>;

/** A turn that itself takes a tick or more leaves messages behind that came meanwhile. So many times in a row another one is given for them. */
const DELAYS = 3;

export class IntervalDriver implements Driver {
  lateBy = 0;

  readonly #driven: Driven;
  readonly #settings: IntervalSettings;
  readonly #stopwatch: Stopwatch;
  #armed = false;
  #timer: unknown;
  /** What the timer is armed for: a tick, or what is missing to one. */
  #periodMs = 0;
  /** A turn of the host's event loop was asked for, to catch up or to deliver the rest. Turns that were asked for before `#first` are void. */
  #turnComes = false;
  #turn = 0;
  #first = 0;
  #catchUp = false;
  /** The ticks that had passed when a turn was asked for to catch up with them, and how often that may be put off. */
  #seen = 0;
  #delays = DELAYS;

  constructor(driven: Driven, settings: IntervalSettings) {
    this.#driven = driven;
    this.#settings = settings;
    this.#stopwatch = new Stopwatch(settings.tickMs, settings.clock, settings.countSleep);
  }

  wake(): void {
    if (this.#armed) return;
    this.#stopwatch.start();
    this.#arm(this.#settings.tickMs);
  }

  rest(): void {
    if (!this.#armed) return;
    const timer = this.#timer;
    this.#armed = false;
    this.#timer = undefined;
    this.#catchUp = false;
    this.#turnComes = false;
    this.#stop(timer);
  }

  tick(): number {
    if (!this.#armed) return 0;
    return this.#driven.run(this.#take(this.#stopwatch.read()), ALL);
  }

  readonly #onTimer = (): void => {
    // A host's timer may fire once more after it was cleared.
    if (!this.#armed || this.#driven.isBusy()) return;
    try {
      const ticks = this.#stopwatch.read();
      const missing = this.#settings.tickMs - this.#stopwatch.passed;
      // The user's clock may have made everybody leave.
      if (!this.#armed) return;
      if (ticks > 1 || (ticks === 1 && this.#turnComes)) {
        // Before a gap is counted, whatever waits in sockets may say that somebody is alive. And a turn that delivers has
        // its budget, so a tick that falls into it waits for the next.
        this.#catchUp = true;
        this.#seen = ticks;
        this.#askForTurn();
      } else if (ticks === 1) {
        this.#deliver(this.#take(ticks));
      } else if (missing < this.#periodMs) {
        this.#arm(Math.ceil(missing));
      }
    } catch (error) {
      this.#driven.failed(error);
    }
  };

  #onTurn(): void {
    // A host that runs its turns while listeners are called: the next tick asks for another.
    if (this.#driven.isBusy()) return;
    this.#turnComes = false;
    try {
      const ticks = this.#catchUp ? this.#stopwatch.read() : 0;
      if (ticks > this.#seen && this.#delays-- > 0) {
        this.#seen = ticks;
        this.#askForTurn();
      } else {
        this.#deliver(this.#take(ticks));
      }
    } catch (error) {
      this.#driven.failed(error);
    }
  }

  #deliver(ticks: number): void {
    const budget = Math.min(this.#settings.maxPerTurn, ALL);
    // As many as that: somebody may be left for the next turn.
    if (this.#driven.run(ticks, budget) >= budget && this.#armed) this.#askForTurn();
  }

  /** So many ticks of the clock have come, if any. Returns how many of the wheel's they are. */
  #take(ticks: number): number {
    if (ticks < 1) return 0;
    const { tickMs, forgive } = this.#settings;
    const lateBy = Math.max(0, this.#stopwatch.passed - tickMs);
    // The next tick is to come a whole tick later, whatever beat the host's interval keeps. Where the host refuses, no tick is counted yet.
    const late = lateBy > this.#stopwatch.graceMs;
    if (this.#periodMs !== tickMs || (late && !callTimer(this.#timer, 'refresh'))) this.#arm(tickMs);
    this.#stopwatch.take(ticks);
    this.lateBy = lateBy;
    this.#catchUp = false;
    this.#delays = DELAYS;
    return forgive ? 1 : Math.min(ticks, MAX_TICKS + 1);
  }

  #arm(ms: number): void {
    const old = this.#timer;
    const wasArmed = this.#armed;
    // Before the old one is stopped: a host that refuses leaves that running.
    this.#timer = startInterval(this.#onTimer, ms);
    this.#armed = true;
    this.#periodMs = ms;
    if (wasArmed) this.#stop(old);
    if (!this.#settings.ref) callTimer(this.#timer, 'unref');
  }

  /** A timer that the host does not stop finds nothing to do; whoever left has left all the same. */
  #stop(timer: unknown): void {
    try {
      stopInterval(timer);
    } catch (error) {
      this.#driven.failed(error);
    }
  }

  /** May be called again before it comes: a turn that never does, as of timers that were faked and are no more, is made up for. */
  #askForTurn(): void {
    const turn = ++this.#turn;
    if (!this.#turnComes) this.#first = turn;
    this.#turnComes = true;
    inNextTurn(() => {
      if (this.#turnComes && turn >= this.#first) this.#onTurn();
    });
  }
}
