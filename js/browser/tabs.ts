// The other tabs of this origin, as far as one knows. Each holds a lock of its own, which the browser takes back however the tab ends: its last
// message may be lost, as in a Firefox that closes it, and one that crashes sends none. Whoever waits for the lock learns of it at once.
// Without locks every tab beats, and is forgotten when it has been silent.

import type { IdleWheel } from 'idlewheel';
import { Claim } from './claim.ts';
import type { Locks, Page } from './page.ts';

/** Browsers let the timers of a hidden page run once a minute. */
const THROTTLED_MS = 60_000;

export class Tabs {
  readonly #page: Page;
  readonly #name: string;
  readonly #wheel: IdleWheel<() => void>;
  readonly #silenceMs: number;
  /** This tab's own lock. */
  #life: Claim | undefined;
  /** Each with the claim that waits for its end; without one, it is on the wheel. */
  readonly #others = new Map<string, Claim | undefined>();

  constructor(page: Page, name: string, wheel: IdleWheel<() => void>, everyMs: number) {
    this.#page = page;
    this.#name = name;
    this.#wheel = wheel;
    this.#silenceMs = Math.max(everyMs, THROTTLED_MS) * 2.5;
  }

  get isAlone(): boolean {
    return this.#others.size === 0;
  }

  /** The others can wait for this tab's end. */
  get isHeld(): boolean {
    return this.#life?.isHeld === true;
  }

  /** `ready` is called when the others may hear of this tab: not before its lock is held, or whoever asked for it would find that the tab has gone. */
  open(tab: string, ready: () => void): void {
    const { locks } = this.#page.navigator;
    if (locks === undefined) {
      ready();
      return;
    }
    this.#life = new Claim(this.#page);
    this.#life.make(locks, this.#lockOf(tab), { granted: ready, failed: ready });
  }

  close(): void {
    this.#life?.withdraw();
    for (const tab of [...this.#others.keys()]) this.gone(tab);
  }

  heard(tab: string, isHeld: boolean): void {
    if (this.#others.get(tab) !== undefined) return;
    const { locks } = this.#page.navigator;
    if (isHeld && locks !== undefined) this.#wait(tab, locks);
    else this.#time(tab);
  }

  gone(tab: string): void {
    this.#others.get(tab)?.withdraw();
    this.#others.delete(tab);
    this.#wheel.delete(keyOf(tab));
  }

  #wait(tab: string, locks: Locks): void {
    this.gone(tab);
    const claim = new Claim(this.#page);
    this.#others.set(tab, claim);
    claim.make(locks, this.#lockOf(tab), { granted: () => this.gone(tab), failed: () => this.#time(tab) });
  }

  #time(tab: string): void {
    this.#others.set(tab, undefined);
    this.#wheel.touch(keyOf(tab), { timeout: this.#silenceMs, value: () => this.#others.delete(tab) });
  }

  #lockOf(tab: string): string {
    return `${this.#name} ${tab}`;
  }
}

const keyOf = (tab: string) => `tab ${tab}`;
