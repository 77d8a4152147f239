// driver: 'manual'. Each tick() is a tick.

import assert from 'node:assert/strict';
import type { WheelOptions, WheelStats } from 'idlewheel';
import type { Naive } from './naive.ts';
import type { Value } from './operations.ts';
import type { Time } from './time.ts';

export class ManualTime implements Time {
  readonly tickMs: number;
  readonly maxPerTurn = Number.POSITIVE_INFINITY;
  readonly turnComes = false;
  readonly options: WheelOptions<Value>;
  readonly #model: Naive<Value>;

  constructor(tick: number, model: Naive<Value>) {
    this.tickMs = tick;
    this.options = { driver: 'manual', tick };
    this.#model = model;
  }

  tick(tick: () => number): number {
    this.#model.advance(1);
    return tick();
  }

  /** There is no host. */
  move(): void {}

  /** There is no clock. */
  touched(): void {}

  follow({ now, lateBy }: WheelStats): void {
    assert.equal(now, this.#model.now);
    assert.equal(lateBy, 0);
  }

  settle(): void {}
}
