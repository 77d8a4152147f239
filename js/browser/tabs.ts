// The other tabs of this origin, as far as one knows. A tab that breaks down says nothing: it is forgotten when it has been silent.

import type { IdleWheel } from 'idlewheel';

/** Browsers let the timers of a hidden page run once a minute. */
const THROTTLED_MS = 60_000;

export class Tabs {
  /** How often a tab says that it is here. */
  readonly sayMs: number;
  readonly #wheel: IdleWheel<() => void>;
  readonly #others = new Set<string>();

  constructor(wheel: IdleWheel<() => void>, everyMs: number) {
    this.#wheel = wheel;
    this.sayMs = Math.max(everyMs, THROTTLED_MS);
  }

  get isAlone(): boolean {
    return this.#others.size === 0;
  }

  heard(tab: string): void {
    this.#others.add(tab);
    this.#wheel.touch(keyOf(tab), { timeout: this.sayMs * 2.5, value: () => this.#others.delete(tab) });
  }

  gone(tab: string): void {
    this.#others.delete(tab);
    this.#wheel.delete(keyOf(tab));
  }

  forgetAll(): void {
    for (const tab of [...this.#others]) this.gone(tab);
  }
}

const keyOf = (tab: string) => `tab ${tab}`;
