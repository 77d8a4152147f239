import type { Uid } from './api.d.ts';
import type { Signal } from './host.ts';
import { Queue } from './queue.ts';

interface Waiting<V> {
  resolve(result: IteratorResult<[Uid, V], undefined>): void;
  reject(reason: unknown): void;
}

/** Expiries as an async iterator. What comes before it is read waits; then it ends, or fails once with the signal's reason. */
export class Expirations<V> implements AsyncIterableIterator<[Uid, V], undefined> {
  readonly #signal: Signal | undefined;
  readonly #onEnd: (ended: Expirations<V>) => void;
  readonly #expired = new Queue<[Uid, V]>();
  /** Who asked for more than there was. */
  readonly #readers = new Queue<Waiting<V>>();
  #ended = false;
  #failure: { reason: unknown } | undefined;

  /** `onEnd` is called once, when nothing more is to be pushed. */
  constructor(signal: Signal | undefined, onEnd: (ended: Expirations<V>) => void) {
    this.#signal = signal;
    this.#onEnd = onEnd;
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener('abort', this.#abort);
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(uid: Uid, value: V): void {
    const reader = this.#readers.shift();
    if (reader === undefined) this.#expired.push([uid, value]);
    else reader.resolve({ done: false, value: [uid, value] });
  }

  /** Gives what is waiting, then ends. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    // A wheel that the same signal closes ends this before the signal comes to it.
    if (this.#signal?.aborted) this.#failure = { reason: this.#signal.reason };
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#onEnd(this);
    for (let reader = this.#readers.shift(); reader !== undefined; reader = this.#readers.shift()) this.#settle(reader);
  }

  next(): Promise<IteratorResult<[Uid, V], undefined>> {
    return new Promise((resolve, reject) => {
      const reader = { resolve, reject };
      if (this.#expired.length > 0 || this.#ended) this.#settle(reader);
      else this.#readers.push(reader);
    });
  }

  return(): Promise<IteratorResult<[Uid, V], undefined>> {
    this.end();
    this.#expired.clear();
    this.#failure = undefined;
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  readonly #abort = (): void => this.end();

  #settle(reader: Waiting<V>): void {
    const value = this.#expired.shift();
    const failure = this.#failure;
    if (value !== undefined) {
      reader.resolve({ done: false, value });
    } else if (failure !== undefined) {
      this.#failure = undefined;
      reader.reject(failure.reason);
    } else {
      reader.resolve({ done: true, value: undefined });
    }
  }
}
