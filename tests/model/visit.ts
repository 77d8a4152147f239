import assert from 'node:assert/strict';
import type { Uid } from 'idlewheel';
import type { Naive } from './naive.ts';
import type { Value } from './operations.ts';

/** An iterator that is held while the wheel goes on: who is here all the while comes once, and nobody who left before their turn. */
export class Visit {
  readonly #iterator: Iterator<Uid | [Uid, Value]>;
  readonly #model: Naive<Value>;
  readonly #seen = new Set<number>();
  #ended = false;

  constructor(iterator: Iterator<Uid | [Uid, Value]>, model: Naive<Value>) {
    this.#iterator = iterator;
    this.#model = model;
  }

  next(): void {
    const { here } = this.#model;
    const { done, value: visited } = this.#iterator.next();
    if (done) {
      if (!this.#ended) for (const [uid, { number }] of here) assert.ok(this.#seen.has(number), `${uid} was not visited`);
      this.#ended = true;
      return;
    }
    assert.ok(!this.#ended, 'what has ended stays ended');
    const uid = Array.isArray(visited) ? visited[0] : visited;
    const life = here.get(uid) ?? assert.fail(`${uid} is visited and not here`);
    assert.ok(!this.#seen.has(life.number), `${uid} is visited twice`);
    this.#seen.add(life.number);
    if (Array.isArray(visited)) assert.equal(visited[1], life.value);
  }
}
