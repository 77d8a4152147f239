// What has changed since the last diff, netted: whoever came and left again in between did neither.

import type { Uid } from 'idlewheel';
import type { Present } from './api.d.ts';

export interface Netted {
  joined: Present[];
  left: Uid[];
  changed: Present[];
}

export class Changes {
  /** Everybody for whom anything changed, as they were before. */
  readonly #before = new Map<Uid, Present | undefined>();

  note(uid: Uid, before: Present | undefined): void {
    if (!this.#before.has(uid)) this.#before.set(uid, before);
  }

  /** Undefined: all of it cancelled out. */
  take(now: (uid: Uid) => Present | undefined): Netted | undefined {
    const netted: Netted = { joined: [], left: [], changed: [] };
    for (const [uid, before] of this.#before) {
      const present = now(uid);
      if (present === undefined) {
        if (before !== undefined) netted.left.push(uid);
      } else if (before === undefined) {
        netted.joined.push(present);
      } else if (!isSame(before, present)) {
        netted.changed.push(present);
      }
    }
    this.#before.clear();
    const { joined, left, changed } = netted;
    return joined.length + left.length + changed.length > 0 ? netted : undefined;
  }
}

const isSame = (a: Present, b: Present) => a === b || JSON.stringify(a) === JSON.stringify(b);
