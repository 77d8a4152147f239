import type { Handle, Uid } from './api.d.ts';
import { assertWhole } from './engine.ts';
import type { Roster } from './roster.ts';

/** The way back to one uid: where its touches are written. */
export class LeaseHandle<V> implements Handle {
  readonly uid: Uid;
  readonly #entry: number;
  readonly #roster: Roster<V>;
  /** 0: the uid is gone. */
  #cell: number;

  constructor(uid: Uid, roster: Roster<V>, entry: number, cell: number) {
    this.uid = uid;
    this.#entry = entry;
    this.#roster = roster;
    this.#cell = cell;
  }

  get alive(): boolean {
    assertWhole();
    return this.#cell > 0;
  }

  touch(): boolean {
    const cell = this.#cell;
    if (cell === 0) return this.alive;
    this.#roster.beat(cell);
    return true;
  }

  delete(): boolean {
    if (!this.alive) return false;
    this.#roster.delete(this.uid, this.#entry);
    return true;
  }

  /** The uid is gone. */
  end(): void {
    this.#cell = 0;
  }
}
