// One beat for all tabs of an origin: whoever holds the lock beats and says so, the others stand by and listen. Silences are on a wheel:
// that of whoever leads, those of the other tabs. A gap in its ticks is counted: a machine that slept or a page that was throttled only
// makes a tab ask, and whoever leads answers. Where there is one tab it is empty, and has no timer.

import { IdleWheel } from 'idlewheel';
import { Emitter } from '../emitter.ts';
import { clockNow, randomWords } from '../host.ts';
import type { BeatReason, HeartbeatOptions } from './api.d.ts';
import { Channel } from './channel.ts';
import { Lead } from './lead.ts';
import { type HeartSettings, readHeartbeat } from './options.ts';
import { Listening, type Page, thisPage } from './page.ts';
import { Pulse } from './pulse.ts';
import { Tabs } from './tabs.ts';
import { isWord, type Word } from './words.ts';

export function heartbeat(options: HeartbeatOptions): () => void {
  const page = thisPage('heartbeat');
  const heart = new Heart(readHeartbeat(options, page), page);
  heart.start();
  return () => heart.stop();
}

class Heart {
  readonly #settings: HeartSettings;
  readonly #page: Page;
  readonly #id = randomWords().join('-');
  readonly #errors = new Emitter<never>([]);
  readonly #listening = new Listening();
  readonly #wheel: IdleWheel<() => void>;
  readonly #tabs: Tabs;
  readonly #channel: Channel;
  readonly #beating = new Pulse(() => this.#beat(this.#next));
  /** Undefined: the host has no locks, or gives none to this page. Then each tab beats. */
  #lead: Lead | undefined;
  /** The page is neither frozen nor in the back/forward cache. */
  #isAwake = false;
  /** This tab is the one that beats. */
  #beats = false;
  /** Why this tab will have taken the lead. */
  #why: BeatReason = 'lead';
  /** When the origin last beat, and what the next beat is for. */
  #lastBeat = Number.NEGATIVE_INFINITY;
  #next: BeatReason = 'timer';

  constructor(settings: HeartSettings, page: Page) {
    this.#settings = settings;
    this.#page = page;
    this.#wheel = new IdleWheel({ tick: settings.tickMs, timeout: settings.everyMs, gap: 'count' });
    this.#tabs = new Tabs(page, settings.name, this.#wheel, settings.everyMs);
    this.#channel = new Channel(page, settings.name, (message) => this.#hear(message));
    const { locks } = page.navigator;
    if (locks === undefined) return;
    this.#lead = new Lead(page, locks, settings.name, {
      taken: () => this.#takeLead(),
      lost: () => this.#loseLead(),
      refused: () => this.#beatAlone(),
    });
  }

  start(): void {
    if (this.#settings.onError !== undefined) this.#errors.add('error', this.#settings.onError);
    this.#wheel.on('expire', (_key, ranOut) => ranOut());
    this.#wheel.on('error', (error) => this.#errors.failed(error));
    this.#wake('lead');
    const { document } = this.#page;
    this.#listening.add(document, ['visibilitychange'], () => this.#visibility());
    this.#listening.add(document, ['freeze'], () => this.#sleep());
    this.#listening.add(document, ['resume'], () => this.#wake('restored'));
    this.#listening.add(this.#page, ['pagehide'], () => this.#goAway());
    this.#listening.add(this.#page, ['pageshow'], () => this.#wake('restored'));
    this.#listening.add(this.#page, ['online'], () => this.#beatNow('online'));
  }

  stop(): void {
    this.#sleep();
    this.#listening.stop();
    this.#wheel.close();
  }

  #wake(why: BeatReason): void {
    if (this.#isAwake) return;
    // The first touch: where the engine can't be compiled nothing has started.
    this.#watch();
    this.#isAwake = true;
    this.#why = why;
    const isHeard = this.#channel.open();
    if (isHeard) this.#tabs.open(this.#id, () => this.#say('hello'));
    if (isHeard && this.#lead !== undefined) {
      this.#lead.standBy();
    } else {
      // Never before heartbeat() has returned.
      Promise.resolve().then(() => this.#beatAlone());
    }
  }

  #sleep(): void {
    if (!this.#isAwake) return;
    this.#isAwake = false;
    this.#beatNoMore();
    this.#lead?.drop();
    this.#say('bye');
    this.#channel.close();
    this.#tabs.close();
    this.#wheel.clear();
  }

  #goAway(): void {
    const isLast = this.#isAwake && this.#tabs.isAlone;
    this.#sleep();
    const { leave } = this.#settings;
    if (isLast && leave !== undefined) this.#errors.call(leave);
  }

  #visibility(): void {
    const { hidden } = this.#page.document;
    if (!this.#isAwake) return;
    if (this.#beats && hidden) {
      // A visible tab that hears this takes over. And a page that is about to go away is hidden first: it is not to beat any more.
      this.#say('here');
      this.#beatSoon('hidden');
    } else if (this.#beats) {
      this.#beatNow('visible');
    } else if (!hidden) {
      // A hidden tab that leads says so, and has lost it.
      this.#ask();
    }
  }

  #takeLead(): void {
    this.#beats = true;
    this.#wheel.delete('watch');
    this.#beatNow(this.#why);
  }

  #loseLead(): void {
    this.#beatNoMore();
    this.#watch();
  }

  #beatNoMore(): void {
    this.#beats = false;
    this.#beating.stop();
  }

  #beatAlone(): void {
    this.#lead = undefined;
    if (this.#isAwake && !this.#beats) this.#takeLead();
  }

  #takeOver(why: BeatReason): void {
    this.#why = why;
    this.#lead?.steal();
  }

  /** Whoever leads is silent for too long when it has said nothing in twice the time between its beats, and then doesn't answer. */
  #watch(): void {
    this.#wheel.touch('watch', { timeout: this.#settings.everyMs * 2, value: () => this.#ask() });
  }

  /** A page whose timers are throttled still hears, and answers at once. */
  #ask(): void {
    this.#say('ask');
    this.#wheel.touch('watch', { timeout: this.#settings.everyMs / 2, value: () => this.#takeOver('lead') });
  }

  #beat(reason: BeatReason): void {
    const { everyMs, send } = this.#settings;
    this.#lastBeat = clockNow();
    this.#next = 'timer';
    this.#beating.arm(everyMs);
    this.#say('beat');
    this.#errors.call(send, { hidden: this.#page.document.hidden, reason });
  }

  /** At once; soon, if the last one was only just now. */
  #beatNow(reason: BeatReason): void {
    if (!this.#beats) return;
    if (this.#sinceBeat >= this.#settings.everyMs / 10) this.#beat(reason);
    else this.#beatSoon(reason);
  }

  #beatSoon(reason: BeatReason): void {
    const { everyMs } = this.#settings;
    this.#beating.arm(Math.min(everyMs / 10, Math.max(1, everyMs - this.#sinceBeat)));
    this.#next = reason;
  }

  get #sinceBeat(): number {
    return clockNow() - this.#lastBeat;
  }

  #say(says: Word['says']): void {
    const { hidden } = this.#page.document;
    this.#channel.say({ tab: this.#id, isHeld: this.#tabs.isHeld, says, leads: this.#beats, hidden } satisfies Word);
  }

  #hear(message: unknown): void {
    if (!isWord(message)) return;
    if (message.says === 'bye') {
      this.#tabs.gone(message.tab);
      return;
    }
    this.#tabs.heard(message.tab, message.isHeld === true);
    if (message.says === 'hello') this.#say('here');
    if (this.#beats) {
      if (message.says === 'ask') this.#answer();
    } else if (message.leads) {
      this.#follow(message);
    }
  }

  #answer(): void {
    // A beat that is due is not to wait for a throttled timer.
    if (this.#sinceBeat >= this.#settings.everyMs) this.#beat('timer');
    else this.#say('here');
  }

  #follow({ says, hidden }: Word): void {
    if (says === 'beat') this.#lastBeat = clockNow();
    this.#why = 'lead';
    this.#watch();
    if (hidden && !this.#page.document.hidden) this.#takeOver('visible');
  }
}
