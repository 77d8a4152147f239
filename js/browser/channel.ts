// How the tabs of an origin hear each other.

import type { Page, RawChannel } from './page.ts';

export class Channel {
  readonly #page: Page;
  readonly #name: string;
  readonly #hear: (message: unknown) => void;
  #raw: RawChannel | undefined;

  constructor(page: Page, name: string, hear: (message: unknown) => void) {
    this.#page = page;
    this.#name = name;
    this.#hear = hear;
  }

  /** False: this host has no channels, or gives none to this page. */
  open(): boolean {
    try {
      this.#raw = new this.#page.BroadcastChannel(this.#name);
    } catch {
      // An old browser, or a page whose storage is blocked.
      return false;
    }
    this.#raw.onmessage = ({ data }) => this.#hear(data);
    return true;
  }

  say(message: unknown): void {
    this.#raw?.postMessage(message);
  }

  /** A page that goes into the back/forward cache has to: one that is spoken to there is thrown out. */
  close(): void {
    this.#raw?.close();
    this.#raw = undefined;
  }
}
