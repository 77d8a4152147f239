// A host's interval by itself, and no wheel: a wheel counts what is touched in a tick from the next tick on, and in a hidden page that
// comes a minute later. This one runs each time that the browser lets it.

import { callTimer, startInterval, stopInterval } from '../host.ts';

export class Pulse {
  readonly #run: () => void;
  #timer: unknown;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** In so many ms, and then again and again. */
  arm(ms: number): void {
    this.stop();
    this.#timer = startInterval(this.#run, ms);
    callTimer(this.#timer, 'unref');
  }

  stop(): void {
    stopInterval(this.#timer);
  }
}
