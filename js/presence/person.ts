// A uid that is here, and its connections, as the room keeps them.

import type { Handle, Uid } from 'idlewheel';
import type { EndReason, Json, Present } from './api.d.ts';
import type { Connection } from './connection.ts';

/** A connection. */
export interface Link {
  readonly person: Person;
  readonly id: string;
  readonly onEnd: ((reason: EndReason) => unknown) | undefined;
  meta: Json;
  /** How long it may be silent. */
  lease: Handle;
  /** How long it may live. */
  life: Handle | undefined;
  connection: Connection;
}

const NONE: readonly Json[] = Object.freeze([]);

export class Person {
  readonly uid: Uid;
  readonly links = new Map<string, Link>();
  /** Runs until the uid is away. */
  activity: Handle | undefined;
  /** Runs while its last connection is lost. */
  grace: Handle | undefined;
  #away = false;
  #metas = NONE;
  #present: Present | undefined;

  constructor(uid: Uid) {
    this.uid = uid;
  }

  /** As the others see it. */
  get present(): Present {
    this.#present ??= Object.freeze({ uid: this.uid, away: this.#away, metas: this.#metas });
    return this.#present;
  }

  setAway(away: boolean): void {
    this.#away = away;
    this.#present = undefined;
  }

  /** Its connections or their metadata are others now. Without any it is seen as it was. */
  linksChanged(): void {
    if (this.links.size === 0) return;
    this.#metas = Object.freeze(Array.from(this.links.values(), ({ meta }) => meta));
    this.#present = undefined;
  }
}
