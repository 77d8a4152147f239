// Whether anybody is in front of the page. An event costs one store; a wheel of two keys does the rest: how long it has been quiet,
// and how long nobody is to be told that it isn't.

import { type Handle, IdleWheel } from 'idlewheel';
import { Emitter } from '../emitter.ts';
import type { ActivityOptions } from './api.d.ts';
import { Channel } from './channel.ts';
import { type ActivitySettings, readActivity } from './options.ts';
import { Listening, type Page, thisPage } from './page.ts';

/** What people do that a page hears of. */
const DOINGS = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'scroll', 'touchstart'];

const MESSAGE = 'active';

export function activity(options: ActivityOptions): () => void {
  const page = thisPage('activity');
  const watcher = new Watcher(readActivity(options), page);
  watcher.start();
  return () => watcher.stop();
}

class Watcher {
  readonly #settings: ActivitySettings;
  readonly #page: Page;
  readonly #callbacks = new Emitter<never>([]);
  readonly #listening = new Listening();
  readonly #wheel: IdleWheel<() => void>;
  readonly #channel: Channel | undefined;
  /** Runs until the user is idle. */
  #active: Handle | undefined;
  /** Runs while what is done need not be told yet. */
  #calm: Handle | undefined;
  /** Something was done since it was told: to the other tabs, to `onActivity`. */
  #isNews = { there: false, here: false };
  #isStopped = false;

  constructor(settings: ActivitySettings, page: Page) {
    this.#settings = settings;
    this.#page = page;
    // Who closes a laptop is idle when it is opened again.
    this.#wheel = new IdleWheel({ timeout: settings.idleMs, tick: settings.tickMs, gap: 'count', countSleep: true });
    if (settings.name !== undefined)
      this.#channel = new Channel(page, settings.name, (message) => message === MESSAGE && this.#done(false));
  }

  start(): void {
    this.#wheel.on('expire', (_key, ranOut) => ranOut());
    this.#wheel.on('error', (error) => this.#callbacks.failed(error));
    // The first touch: where the engine can't be compiled nothing has started.
    this.#watch();
    this.#channel?.open();
    this.#listening.add(this.#page, DOINGS, () => this.#done(true));
    this.#listening.add(this.#page.document, ['visibilitychange'], () => this.#page.document.hidden || this.#done(true));
    this.#listening.add(this.#page, ['pagehide'], () => this.#channel?.close());
    this.#listening.add(this.#page, ['pageshow'], ({ persisted }) => persisted && this.#comeBack());
  }

  stop(): void {
    this.#isStopped = true;
    this.#listening.stop();
    this.#channel?.close();
    this.#wheel.close();
  }

  #comeBack(): void {
    this.#channel?.open();
    this.#done(true);
  }

  /** Something was done, in this tab or in another. */
  #done(isHere: boolean): void {
    const wasActive = this.#active?.touch();
    this.#isNews.here = true;
    if (isHere) this.#isNews.there = true;
    if (!wasActive) {
      this.#watch();
      this.#call(this.#settings.onActive);
    }
    if (!this.#calm?.alive) this.#tell();
  }

  #watch(): void {
    this.#active = this.#wheel.handle('active', { value: () => this.#call(this.#settings.onIdle) });
  }

  #tell(): void {
    if (this.#isStopped) return;
    const { there } = this.#isNews;
    this.#isNews = { there: false, here: false };
    // What is done meanwhile is told at the end of it: else the other tabs would take the user for idle too early.
    this.#calm = this.#wheel.handle('calm', { timeout: this.#settings.tickMs, value: () => this.#isNews.here && this.#tell() });
    if (there) this.#channel?.say(MESSAGE);
    this.#call(this.#settings.onActivity);
  }

  #call(callback: (() => unknown) | undefined): void {
    if (callback !== undefined) this.#callbacks.call(callback);
  }
}
