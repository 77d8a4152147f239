// Listeners, and where what they throw goes.

import type { Uid } from './api.d.ts';
import { show } from './errors.ts';
import { reportUncaught } from './host.ts';

interface Registration {
  listener: (...args: never[]) => unknown;
  active: boolean;
}

const EVENTS = ['expire', 'expireBatch', 'error'] as const;
export type EventName = (typeof EVENTS)[number];

export class Listeners<V> {
  // Never changed in place, so that a listener may come or go while they are called.
  readonly #of: Record<EventName, readonly Registration[]> = { expire: [], expireBatch: [], error: [] };
  /** Errors that nobody listened to, while they are held. */
  #uncaught: unknown[] = [];
  #held = false;

  /** Returns a function that stops listening. */
  add(event: EventName, listener: Registration['listener']): () => void {
    if (!EVENTS.includes(event)) throw new TypeError(`unknown event ${show(event)}; the events are ${EVENTS.join(', ')}`);
    if (typeof listener !== 'function') throw new TypeError(`listener is ${show(listener)}; it takes a function`);
    const registration = { listener, active: true };
    this.#of[event] = [...this.#of[event], registration];
    return () => {
      registration.active = false;
      this.#of[event] = this.#of[event].filter((other) => other !== registration);
    };
  }

  has(event: EventName): boolean {
    return this.#of[event].length > 0;
  }

  expired(uid: Uid, value: V): void {
    this.#call('expire', uid, value);
  }

  expiredBatch(batch: readonly [Uid, V][]): void {
    this.#call('expireBatch', batch);
  }

  /** To the `error` listeners, in place; to the host, if there are none. */
  failed(error: unknown): void {
    if (!this.has('error')) {
      this.#reportUncaught(error);
      return;
    }
    for (const registration of this.#of.error) {
      try {
        const { listener, active } = registration;
        if (active) (listener as (error: unknown) => unknown)(error);
      } catch (worse) {
        this.#reportUncaught(worse);
      }
    }
  }

  /** Keeps from the host what nobody caught, until everybody has been delivered: it may end the process. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    if (this.#uncaught.length === 0) return;
    for (const error of this.#uncaught.splice(0)) reportUncaught(error);
  }

  #call(event: EventName, ...args: unknown[]): void {
    for (const registration of this.#of[event]) {
      const { listener, active } = registration;
      if (!active) continue;
      try {
        const result = (listener as (...args: unknown[]) => unknown)(...args);
        if (isThenable(result)) Promise.resolve(result).then(undefined, (error) => this.failed(error));
      } catch (error) {
        this.failed(error);
      }
    }
  }

  #reportUncaught(error: unknown): void {
    if (this.#held) this.#uncaught.push(error);
    else reportUncaught(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
