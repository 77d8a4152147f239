// Which tab leads: the one that holds the lock.

import type { Locks, Page } from './page.ts';

/** What becomes of a tab. */
export interface Fortunes {
  taken(): void;
  /** Another tab has stolen the lead. This one stands by again. */
  lost(): void;
  /** The host has locks and gives none to this page. */
  refused(): void;
}

interface Claim {
  readonly isTheft: boolean;
  isHeld: boolean;
  /** Gives the lock back, or asks for it no longer. */
  withdraw(): void;
}

export class Lead {
  readonly #page: Page;
  readonly #locks: Locks;
  readonly #name: string;
  readonly #fortunes: Fortunes;
  /** The one request that counts. What comes of an older one is ignored. */
  #claim: Claim | undefined;

  constructor(page: Page, locks: Locks, name: string, fortunes: Fortunes) {
    this.#page = page;
    this.#locks = locks;
    this.#name = name;
    this.#fortunes = fortunes;
  }

  /** Waits until whoever leads goes. */
  standBy(): void {
    const { signal, abort } = controller(this.#page);
    this.#request({ signal }, abort);
  }

  steal(): void {
    // It is on its way: a second one would rob oneself.
    if (!this.#claim?.isTheft) this.#request({ steal: true });
  }

  drop(): void {
    const claim = this.#claim;
    this.#claim = undefined;
    claim?.withdraw();
  }

  #request(options: Parameters<Locks['request']>[1], abort = () => {}): void {
    // One that still waited would be granted one day.
    this.drop();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const claim: Claim = { isTheft: 'steal' in options, isHeld: false, withdraw: () => (claim.isHeld ? release() : abort()) };
    this.#claim = claim;
    const granted = () => {
      if (this.#claim !== claim) return undefined;
      claim.isHeld = true;
      this.#fortunes.taken();
      return released;
    };
    this.#locks.request(this.#name, options, granted).catch((error: { name?: unknown } | null) => {
      if (this.#claim !== claim) return;
      this.#claim = undefined;
      if (error?.name !== 'AbortError') {
        this.#fortunes.refused();
        return;
      }
      this.standBy();
      this.#fortunes.lost();
    });
  }
}

function controller({ AbortController }: Page) {
  const made = new AbortController();
  return { signal: made.signal, abort: () => made.abort() };
}
