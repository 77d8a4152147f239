// One request for a lock. Withdrawn, it is as if it had never been made: nothing is heard of it any more.

import type { Signal } from '../host.ts';
import type { Locks, Page } from './page.ts';

export interface Outcome {
  granted(): void;
  /** `isTaken`: another tab has taken the lock away. Otherwise the host has locks and gives none to this page. */
  failed(isTaken: boolean): void;
}

export class Claim {
  readonly isTheft: boolean;
  readonly #asking: { readonly signal: Signal; abort(): void };
  #release = () => {};
  #isHeld = false;
  #isOver = false;

  constructor({ AbortController }: Page, isTheft = false) {
    this.#asking = new AbortController();
    this.isTheft = isTheft;
  }

  /** Once. */
  make(locks: Locks, name: string, { granted, failed }: Outcome): void {
    const released = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    const hold = () => {
      if (this.#isOver) return undefined;
      this.#isHeld = true;
      granted();
      return released;
    };
    const options = this.isTheft ? ({ steal: true } as const) : { signal: this.#asking.signal };
    locks.request(name, options, hold).catch((error: { name?: unknown } | null) => {
      if (this.#isOver) return;
      this.#isOver = true;
      failed(error?.name === 'AbortError');
    });
  }

  /** Whether the lock is held. */
  get isHeld(): boolean {
    return this.#isHeld && !this.#isOver;
  }

  /** Gives the lock back, or asks for it no longer. */
  withdraw(): void {
    this.#isOver = true;
    if (this.#isHeld) this.#release();
    else this.#asking.abort();
  }
}
