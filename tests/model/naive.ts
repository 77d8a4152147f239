// The contract without a wheel: a map from uid to deadline, looked through from end to end. Slow, and plain enough to believe.

import type { Uid } from 'idlewheel';

/** What a touch may say; the timeout in whole ticks. */
export interface Said<V> {
  timeout?: number;
  value?: V;
}

export interface Life<V> {
  /** No two lives have the same, be they of one uid or of two. */
  readonly number: number;
  timeout: number;
  value: V | undefined;
  /** Undefined: touched since the last tick, and so as of the next, whenever that comes. */
  deadline: number | undefined;
}

export class Naive<V> {
  now = 0;
  touches = 0;
  expired = 0;
  readonly here = new Map<Uid, Life<V>>();
  readonly #timeout: number;
  readonly #maxUids: number;
  #lives = 0;

  constructor(timeout: number, maxUids: number) {
    this.#timeout = timeout;
    this.#maxUids = maxUids;
  }

  /** Whether all of them may be here at once, with those who are. */
  hasRoomFor(uids: readonly Uid[]): boolean {
    return new Set([...this.here.keys(), ...uids]).size <= this.#maxUids;
  }

  /** True: the uid was not here. */
  touch(uid: Uid, said: Said<V> = {}): boolean {
    const known = this.here.get(uid);
    const life = known ?? { number: ++this.#lives, timeout: this.#timeout, value: undefined, deadline: undefined };
    if (said.timeout !== undefined) life.timeout = said.timeout;
    if ('value' in said) life.value = said.value;
    life.deadline = undefined;
    this.here.set(uid, life);
    this.touches++;
    return known === undefined;
  }

  delete(uid: Uid): boolean {
    return this.here.delete(uid);
  }

  /** Whether this very life of the uid goes on. */
  isAlive(uid: Uid, life: number): boolean {
    return this.here.get(uid)?.number === life;
  }

  /** So many ticks have passed, in one go. */
  advance(ticks: number): void {
    this.now += ticks;
    for (const life of this.here.values()) life.deadline ??= this.now + life.timeout;
  }

  /** Ticks left; 0: due. */
  remaining(uid: Uid): number | undefined {
    const life = this.here.get(uid);
    if (life === undefined) return undefined;
    return life.deadline === undefined ? life.timeout + 1 : Math.max(0, life.deadline - this.now);
  }

  /** Who has fallen silent and is not yet delivered. */
  get due(): Uid[] {
    return [...this.here.keys()].filter((uid) => this.remaining(uid) === 0);
  }

  /** The earliest deadline of those who are due. */
  get nextDeadline(): number | undefined {
    const deadlines = this.due.map((uid) => this.here.get(uid)?.deadline as number);
    return deadlines.length === 0 ? undefined : Math.min(...deadlines);
  }

  expire(uid: Uid): void {
    this.here.delete(uid);
    this.expired++;
  }

  /** Ticks until the first of all expires, at least 1. */
  get ticksToExpiry(): number | undefined {
    const left = [...this.here.keys()].map((uid) => this.remaining(uid) as number);
    return left.length === 0 ? undefined : Math.max(1, Math.min(...left));
  }
}
