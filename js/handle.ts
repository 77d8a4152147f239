import type { Handle, Uid } from './api.d.ts';
import type { Lease, Roster } from './roster.ts';

/** The way back to one uid: an entry's number, and which of the entry's uses it is. */
export class LeaseHandle<V> implements Handle {
  readonly uid: Uid;
  readonly #roster: Roster<V>;
  readonly #lease: Lease;

  constructor(uid: Uid, roster: Roster<V>, lease: Lease) {
    this.uid = uid;
    this.#roster = roster;
    this.#lease = lease;
  }

  get alive(): boolean {
    return this.#roster.isAlive(this.#lease);
  }

  touch(): boolean {
    return this.#roster.touchLease(this.#lease, 0);
  }

  delete(): boolean {
    return this.#roster.delete(this.uid, this.#lease);
  }
}
