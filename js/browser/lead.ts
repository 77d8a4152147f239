// Which tab leads: the one that holds the lock.

import { Claim } from './claim.ts';
import type { Locks, Page } from './page.ts';

/** What becomes of a tab. */
export interface Fortunes {
  taken(): void;
  /** Another tab has stolen the lead. This one stands by again. */
  lost(): void;
  /** The host has locks and gives none to this page. */
  refused(): void;
}

export class Lead {
  readonly #page: Page;
  readonly #locks: Locks;
  readonly #name: string;
  readonly #fortunes: Fortunes;
  /** The one request that counts. */
  #claim: Claim | undefined;

  constructor(page: Page, locks: Locks, name: string, fortunes: Fortunes) {
    this.#page = page;
    this.#locks = locks;
    this.#name = name;
    this.#fortunes = fortunes;
  }

  /** Waits until whoever leads goes. */
  standBy(): void {
    this.#request(false);
  }

  steal(): void {
    // It is on its way: a second one would rob oneself.
    if (!this.#claim?.isTheft) this.#request(true);
  }

  drop(): void {
    this.#claim?.withdraw();
    this.#claim = undefined;
  }

  #request(isTheft: boolean): void {
    // One that still waited would be granted one day.
    this.drop();
    const granted = () => this.#fortunes.taken();
    this.#claim = new Claim(this.#page, isTheft);
    this.#claim.make(this.#locks, this.#name, { granted, failed: (isTaken) => this.#failed(isTaken) });
  }

  #failed(isTaken: boolean): void {
    this.#claim = undefined;
    if (!isTaken) {
      this.#fortunes.refused();
      return;
    }
    this.standBy();
    this.#fortunes.lost();
  }
}
