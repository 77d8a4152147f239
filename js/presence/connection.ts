import type { Uid } from 'idlewheel';
import type * as api from './api.d.ts';
import type { Json, LeaveReason } from './api.d.ts';
import { copyJson } from './meta.ts';
import type { Link } from './person.ts';
import type { Room } from './room.ts';

/** What users hold of a connection. */
export class Connection implements api.Connection {
  readonly #link: Link;
  readonly #room: Room;

  constructor(link: Link, room: Room) {
    this.#link = link;
    this.#room = room;
  }

  get uid(): Uid {
    return this.#link.person.uid;
  }

  get id(): string {
    return this.#link.id;
  }

  get meta(): Json {
    return this.#link.meta;
  }

  get alive(): boolean {
    return this.#link.lease.alive;
  }

  beat(options?: { active?: boolean | undefined }): boolean {
    if (!this.#link.lease.touch()) return false;
    if (options?.active === true) this.#room.active(this.#link.person);
    return true;
  }

  update(meta: Json): boolean {
    if (!this.alive) return false;
    const copy = copyJson(meta);
    // A getter in it may have ended the connection.
    return this.alive && this.#room.update(this.#link, copy);
  }

  leave(): boolean {
    return this.#end('left');
  }

  lost(): boolean {
    return this.#end('closed');
  }

  #end(reason: LeaveReason): boolean {
    return this.alive && this.#room.end(this.#link, reason);
  }
}
