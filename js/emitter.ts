// Listeners, and where what they throw goes.

import { show } from './errors.ts';
import { reportUncaught } from './host.ts';

type Listener = (...args: never[]) => unknown;

interface Registration {
  listener: Listener;
  active: boolean;
}

export class Emitter<Name extends string> {
  // Never changed in place, so that a listener may come or go while they are called.
  readonly #of: Map<Name | 'error', readonly Registration[]>;
  /** Errors that nobody listened to, while they are held. */
  #uncaught: unknown[] = [];
  #held = false;

  constructor(events: readonly Name[]) {
    this.#of = new Map([...events, 'error' as const].map((event) => [event, []]));
  }

  /** Returns a function that stops listening. */
  add(event: Name | 'error', listener: Listener): () => void {
    const known = this.#of.get(event);
    if (known === undefined) throw new TypeError(`unknown event ${show(event)}; the events are ${[...this.#of.keys()].join(', ')}`);
    if (typeof listener !== 'function') throw new TypeError(`listener is ${show(listener)}; it takes a function`);
    const registration = { listener, active: true };
    this.#of.set(event, [...known, registration]);
    return () => {
      registration.active = false;
      this.#of.set(
        event,
        this.#all(event).filter((other) => other !== registration),
      );
    };
  }

  has(event: Name | 'error'): boolean {
    return this.#all(event).length > 0;
  }

  emit(event: Name, ...args: unknown[]): void {
    for (const registration of this.#all(event)) if (registration.active) this.call(registration.listener, ...args);
  }

  /** Calls one that nobody waits for: what it throws, now or by its promise, is heard of like all that listeners throw. */
  call(listener: Listener, ...args: unknown[]): void {
    try {
      const result = (listener as (...args: unknown[]) => unknown)(...args);
      if (isThenable(result)) Promise.resolve(result).then(undefined, (error) => this.failed(error));
    } catch (error) {
      this.failed(error);
    }
  }

  /** To the `error` listeners, in place; to the host, if there are none. */
  failed(error: unknown): void {
    if (!this.has('error')) {
      this.#reportUncaught(error);
      return;
    }
    for (const registration of this.#all('error')) {
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

  #all(event: Name | 'error'): readonly Registration[] {
    return this.#of.get(event) as readonly Registration[];
  }

  #reportUncaught(error: unknown): void {
    if (this.#held) this.#uncaught.push(error);
    else reportUncaught(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}
