// Listeners that know what they are to hear, and react as they are told.

import assert from 'node:assert/strict';
import type { IdleWheel, Uid } from 'idlewheel';
import type { Naive } from './naive.ts';
import type { Reaction, Reactions, Step, Value } from './operations.ts';

/** What the listeners want of those who run the wheel. */
export interface Stage {
  readonly wheel: IdleWheel<Value>;
  readonly model: Naive<Value>;
  /** The model learns of the ticks that have passed. */
  follow(): void;
  /** Does a step of a reaction. */
  perform(step: Step): void;
}

const reporter = globalThis as { reportError?: (error: unknown) => void };

export class Audience {
  /** All who were delivered, in order. */
  readonly events: [Uid, Value][] = [];
  readonly #stage: Stage;
  readonly #reactions: Reactions;
  /** Delivered, and not yet in a batch. */
  #batch: [Uid, Value][] = [];
  /** Thrown, to be heard of in place. */
  #thrown: Error | undefined;
  /** To be heard of by the host, when everybody has been delivered. */
  readonly #unreported = new Set<unknown>();
  /** Promises that were rejected: to be heard of some time. */
  readonly #rejected = new Set<unknown>();
  /** The wheel catches whatever is thrown here. */
  #failures: unknown[] = [];

  constructor(stage: Stage, reactions: Reactions) {
    this.#stage = stage;
    this.#reactions = { expire: [...reactions.expire], batch: [...reactions.batch], errors: reactions.errors && [...reactions.errors] };
    stage.wheel.on('expire', (uid, value) => this.#guarded(() => this.#onExpire(uid, value), this.#reactions.expire));
    stage.wheel.on('expireBatch', (batch) => this.#guarded(() => this.#onBatch(batch), this.#reactions.batch));
    if (reactions.errors) stage.wheel.on('error', (error) => this.#guarded(() => this.#onError(error), this.#reactions.errors, 'itself'));
  }

  /** Takes the place of the host's report; returns what gives it back. */
  install(): () => void {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'reportError');
    reporter.reportError = (error) => this.#note(() => this.#onReport(error));
    return () => {
      if (before) Object.defineProperty(globalThis, 'reportError', before);
      else delete reporter.reportError;
    };
  }

  /** Nobody is called, and nobody waits. */
  settle(turnComes: boolean): void {
    if (this.#failures.length > 0) throw this.#failures[0];
    assert.equal(this.#thrown, undefined, 'a throw is heard of in place');
    assert.equal(this.#batch.length, 0, 'a batch comes in the turn of its events');
    if (!turnComes) assert.equal(this.#unreported.size, 0, 'the host hears of what nobody listened to');
  }

  end(): void {
    this.settle(false);
    assert.equal(this.#rejected.size, 0, 'a rejected promise is heard of');
  }

  #onExpire(uid: Uid, value: Value): void {
    const { wheel, model } = this.#stage;
    this.#stage.follow();
    assert.equal(model.remaining(uid), 0, `${uid} expires and is not due`);
    assert.equal(model.here.get(uid)?.deadline, model.nextDeadline, 'by deadline');
    assert.equal(value, model.here.get(uid)?.value);
    model.expire(uid);
    assert.equal(wheel.has(uid), false, `${uid} is gone when it expires`);
    assert.equal(wheel.size, model.here.size, 'size');
    this.events.push([uid, value]);
    this.#batch.push([uid, value]);
  }

  #onBatch(batch: readonly [Uid, Value][]): void {
    assert.deepEqual(batch, this.#batch);
    this.#batch = [];
  }

  #onError(error: unknown): void {
    assert.ok(error === this.#thrown || this.#rejected.delete(error), `heard of ${error}`);
    this.#thrown = undefined;
  }

  #onReport(error: unknown): void {
    this.#stage.follow();
    assert.ok(this.#unreported.delete(error) || this.#rejected.delete(error), `reported ${error}`);
    assert.equal(this.#stage.model.due.length, 0, 'reported after everybody has been delivered');
  }

  /** Runs a listener's check, then its next reaction. */
  #guarded(check: () => void, reactions: Reaction[] | undefined, errorsGoTo: 'listener' | 'itself' = 'listener'): unknown {
    const reaction = reactions?.shift();
    this.#note(() => {
      check();
      for (const step of reaction?.steps ?? []) this.#stage.perform(step);
    });
    if (reaction === undefined || reaction.end === 'return') return undefined;
    const error = new Error(reaction.end);
    if (reaction.end === 'reject') {
      this.#rejected.add(error);
      return Promise.reject(error);
    }
    if (this.#reactions.errors && errorsGoTo === 'listener') this.#thrown = error;
    else this.#unreported.add(error);
    throw error;
  }

  #note(check: () => void): void {
    try {
      check();
    } catch (failure) {
      this.#failures.push(failure);
    }
  }
}
