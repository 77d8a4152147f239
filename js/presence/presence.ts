import type { Uid, WheelStats } from 'idlewheel';
import { IdleWheelError } from 'idlewheel';
import { Emitter } from '../emitter.ts';
import { inNextTurn, randomWords } from '../host.ts';
import { badUid, isUid } from '../uid.ts';
import type * as api from './api.d.ts';
import type { ConnectOptions, PresenceDiff, PresenceOptions, PresenceSnapshot, Present } from './api.d.ts';
import { Changes } from './changes.ts';
import type { Connection } from './connection.ts';
import { readConnectOptions, readId, readOptions } from './options.ts';
import type { Person } from './person.ts';
import { Room } from './room.ts';

const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

export class Presence implements api.Presence {
  readonly #room: Room;
  readonly #changes = new Changes();
  readonly #listeners = new Emitter(['join', 'leave', 'away', 'back', 'update', 'diff']);
  readonly #manual: boolean;
  /** Diffs that are still to be told: what a listener of one changes comes after it, to every listener. */
  readonly #untold: PresenceDiff[] = [];
  #telling = false;
  /** A turn of the host's event loop was asked for in this task, to tell. */
  #askedForTurn = false;
  #closed = false;
  #epoch: string | undefined;
  #version = 0;

  constructor(options?: PresenceOptions) {
    const settings = readOptions(options);
    this.#manual = settings.manual;
    const listeners = this.#listeners;
    this.#room = new Room(settings, {
      changes: (uid, before) => this.#note(uid, before),
      joined: ({ uid, present }) => listeners.emit('join', uid, present),
      left: ({ uid }, reason) => listeners.emit('leave', uid, reason),
      away: ({ uid, present }) => listeners.emit('away', uid, present),
      back: ({ uid, present }) => listeners.emit('back', uid, present),
      updated: ({ uid, present }) => listeners.emit('update', uid, present),
      ended: ({ onEnd }, reason) => onEnd && listeners.call(onEnd, reason),
      failed: (error) => listeners.failed(error),
    });
  }

  get size(): number {
    return this.#room.people.size;
  }

  get connections(): number {
    return this.#room.links;
  }

  connect(uid: Uid, options: ConnectOptions = {}): Connection {
    this.#assertOpen();
    if (!isUid(uid)) throw badUid(uid);
    // -0 is 0.
    return this.#room.connect(uid === 0 ? 0 : uid, readConnectOptions(options)).connection;
  }

  connection(uid: Uid, id: string): Connection | undefined {
    const person = this.#find(uid);
    return person?.links.get(readId(id))?.connection;
  }

  leave(uid: Uid): boolean {
    const person = this.#find(uid);
    if (person !== undefined) this.#room.leave(person);
    return person !== undefined;
  }

  has(uid: Uid): boolean {
    return this.#find(uid) !== undefined;
  }

  get(uid: Uid): Present | undefined {
    return this.#find(uid)?.present;
  }

  list(): Present[] {
    return [...this];
  }

  [Symbol.iterator](): IterableIterator<Present> {
    this.#assertOpen();
    return this.#everybody();
  }

  snapshot(): PresenceSnapshot {
    this.#assertOpen();
    this.#tell();
    return { epoch: this.#epochOf(), version: this.#version, present: this.list() };
  }

  tick(): number {
    this.#assertOpen();
    const ranOut = this.#room.wheel.tick();
    if (this.#manual) this.#tell();
    return ranOut;
  }

  on(event: 'join' | 'leave' | 'away' | 'back' | 'update' | 'diff' | 'error', listener: (...args: never[]) => unknown): () => void {
    this.#assertOpen();
    return this.#listeners.add(event, listener);
  }

  stats(): WheelStats {
    return this.#room.wheel.stats();
  }

  close(): Present[] {
    if (this.#closed) return [];
    const here = this.list();
    this.#closed = true;
    this.#room.close();
    return here;
  }

  [DISPOSE](): void {
    this.close();
  }

  *#everybody(): Generator<Present, undefined> {
    for (const { present } of this.#room.people.values()) yield present;
  }

  #assertOpen(): void {
    if (this.#closed) throw new IdleWheelError('CLOSED', 'the presence is closed');
  }

  #find(uid: Uid): Person | undefined {
    if (!isUid(uid)) throw badUid(uid);
    this.#assertOpen();
    return this.#room.people.get(uid);
  }

  #note(uid: Uid, before: Present | undefined): void {
    if (!this.#manual) this.#askForTurn();
    this.#changes.note(uid, before);
  }

  /** Once in a task. Not once for all: a turn may never come, as of timers that were faked and are no more. */
  #askForTurn(): void {
    if (this.#askedForTurn) return;
    const over = () => {
      this.#askedForTurn = false;
    };
    inNextTurn(() => {
      over();
      this.#tell();
    });
    this.#askedForTurn = true;
    Promise.resolve().then(over);
  }

  /** Tells what has changed since the last time. */
  #tell(): void {
    const netted = this.#changes.take((uid) => this.#room.people.get(uid)?.present);
    if (netted === undefined) return;
    this.#version++;
    this.#untold.push(Object.freeze({ epoch: this.#epochOf(), version: this.#version, ...netted }));
    if (this.#telling) return;
    this.#telling = true;
    for (let diff = this.#untold.shift(); diff !== undefined && !this.#closed; diff = this.#untold.shift()) {
      this.#listeners.emit('diff', diff);
    }
    this.#telling = false;
  }

  #epochOf(): string {
    this.#epoch ??= Array.from(randomWords().subarray(0, 2), (word) => word.toString(36)).join('-');
    return this.#epoch;
  }
}
