// All sockets of one presence. What runs out, runs out on one wheel: the silence of each socket, and the time that it has to close.

import { IdleWheel, IdleWheelError, type Uid } from 'idlewheel';
import { show } from '../errors.ts';
import { callable, object } from '../options.ts';
import type { Connection, ConnectOptions, EndReason, Presence } from '../presence/api.d.ts';
import type { TrackableSocket } from './api.d.ts';
import { readSocket, type Settings } from './options.ts';
import { Tracked } from './tracked.ts';

/** By what a socket is closed whose connection ended while it was open itself; 4000 to 4999 are the applications' own. */
const CODES: Partial<Record<EndReason, number>> = { expired: 4000, replaced: 4001 };

/** A socket's `readyState`. */
const CLOSED = 3;

export class Tracker {
  readonly #presence: Pick<Presence, 'connect'>;
  readonly #leaveOn: ReadonlySet<number>;
  readonly #wheel: IdleWheel<Tracked>;
  readonly #tracked = new Map<TrackableSocket, Tracked>();
  #keys = 0;
  #closed = false;

  constructor(presence: Pick<Presence, 'connect'>, { wheel, leaveOn }: Settings) {
    this.#presence = presence;
    this.#leaveOn = leaveOn;
    this.#wheel = new IdleWheel<Tracked>(wheel as object);
    this.#wheel.on('expire', (_key, tracked) => this.#ranOut(tracked));
  }

  get size(): number {
    return this.#tracked.size;
  }

  track(socket: TrackableSocket, uid: Uid, options: ConnectOptions = {}): Connection {
    this.#assertOpen();
    readSocket(socket);
    if (this.#tracked.has(socket))
      throw new TypeError(`socket is tracked already, so it can't be ${show(uid)}; let that connection leave first`);
    object('options', options);
    const onEnd = callable('onEnd', options.onEnd);
    const tracked = new Tracked(socket, this.#keys++, this);
    this.#file(tracked);
    this.#tracked.set(socket, tracked);
    const ended = (reason: EndReason) => {
      this.#ended(tracked, reason);
      return onEnd?.(reason);
    };
    try {
      tracked.connection = this.#presence.connect(uid, { ...options, onEnd: ended });
    } catch (error) {
      this.#release(tracked);
      throw error;
    }
    // A listener of `join` may have ended it already.
    if (tracked.connection.alive) tracked.listen();
    else this.#release(tracked);
    return tracked.connection;
  }

  tick(): number {
    this.#assertOpen();
    return this.#wheel.tick();
  }

  close(): void {
    this.#closed = true;
    this.#wheel.close();
  }

  signOfLife(tracked: Tracked): void {
    if (tracked.connection?.beat()) tracked.lease?.touch();
    else this.#release(tracked);
  }

  closed(tracked: Tracked, code: number): void {
    if (this.#leaveOn.has(code)) tracked.connection?.leave();
    else tracked.connection?.lost();
    // Where the presence was closed, that ended nothing any more.
    this.#release(tracked);
  }

  #ranOut(tracked: Tracked): void {
    const { socket, connection } = tracked;
    if (tracked.askedToClose) {
      if (socket.readyState !== CLOSED) socket.terminate();
    } else if (connection?.alive === false) {
      // The presence was closed.
      this.#release(tracked);
    } else {
      this.#file(tracked);
      ping(socket);
    }
  }

  #ended(tracked: Tracked, reason: EndReason): void {
    const { socket } = tracked;
    this.#release(tracked);
    const code = CODES[reason];
    if (code !== undefined) this.#askToClose(tracked, code, reason);
    else if (reason === 'timeout') socket.terminate();
  }

  #askToClose(tracked: Tracked, code: number, reason: string): void {
    tracked.askedToClose = true;
    // Without the wheel the socket itself ends what does not close.
    if (!this.#closed) this.#file(tracked);
    tracked.socket.close(code, reason);
  }

  /** Its time begins now. */
  #file(tracked: Tracked): void {
    tracked.lease = this.#wheel.handle(tracked.key, { value: tracked });
  }

  /** Again: nothing. The socket may be tracked as somebody else by then. */
  #release(tracked: Tracked): void {
    if (this.#tracked.get(tracked.socket) !== tracked) return;
    this.#tracked.delete(tracked.socket);
    tracked.ignore();
    tracked.lease?.delete();
  }

  #assertOpen(): void {
    if (this.#closed) throw new IdleWheelError('CLOSED', 'the tracker of sockets is closed');
  }
}

function ping(socket: TrackableSocket): void {
  try {
    socket.ping();
  } catch {
    // It is not open yet, or not any more: if it stays silent, its connection ends by that.
  }
}
