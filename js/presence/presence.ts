import type { Uid, WheelStats } from 'idlewheel';
import { IdleWheelError } from 'idlewheel';
import { Emitter } from '../emitter.ts';
import { inNextTurn, randomWords } from '../host.ts';
import type * as api from './api.d.ts';
import type { ConnectOptions, PresenceOptions, PresenceSnapshot, Present } from './api.d.ts';
import { Changes } from './changes.ts';
import type { Connection } from './connection.ts';
import { readConnectOptions, readOptions } from './options.ts';
import { Room } from './room.ts';

const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

export class Presence implements api.Presence {
  readonly #room: Room;
  readonly #changes = new Changes();
  readonly #listeners = new Emitter(['join', 'leave', 'away', 'back', 'update', 'diff']);
  readonly #manual: boolean;
  #turnComes = false;
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
    return this.#room.connect(uid, readConnectOptions(options)).connection;
  }

  connection(uid: Uid, id: string): Connection | undefined {
    this.#assertOpen();
    return this.#room.people.get(uid)?.links.get(id)?.connection;
  }

  leave(uid: Uid): boolean {
    this.#assertOpen();
    const person = this.#room.people.get(uid);
    if (person !== undefined) this.#room.leave(person);
    return person !== undefined;
  }

  has(uid: Uid): boolean {
    this.#assertOpen();
    return this.#room.people.has(uid);
  }

  get(uid: Uid): Present | undefined {
    this.#assertOpen();
    return this.#room.people.get(uid)?.present;
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

  #note(uid: Uid, before: Present | undefined): void {
    this.#changes.note(uid, before);
    if (this.#manual || this.#turnComes) return;
    this.#turnComes = true;
    inNextTurn(() => {
      this.#turnComes = false;
      if (!this.#closed) this.#tell();
    });
  }

  /** Tells what has changed since the last time. */
  #tell(): void {
    const netted = this.#changes.take((uid) => this.#room.people.get(uid)?.present);
    if (netted === undefined) return;
    this.#version++;
    this.#listeners.emit('diff', Object.freeze({ epoch: this.#epochOf(), version: this.#version, ...netted }));
  }

  #epochOf(): string {
    this.#epoch ??= Array.from(randomWords().subarray(0, 2), (word) => word.toString(36)).join('-');
    return this.#epoch;
  }
}
