// The public surface of idlewheel/ws, kept by hand. It needs no types of the ws package: its WebSocket is a TrackableSocket.
/// <reference lib="esnext.disposable" />

/** Sockets of the `ws` package as connections of a presence: see {@link sockets}. @packageDocumentation */

import type { Uid, WheelOptions } from 'idlewheel';
import type { Connection, ConnectOptions, Presence } from 'idlewheel/presence';

/** A `WebSocket` of the `ws` package, as far as it is used. */
export interface TrackableSocket {
  /** 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  /** Listens. */
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
  /** The same, for the code of its close. */
  on(event: 'close', listener: (code: number) => void): unknown;
  /** Stops listening. */
  off(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
  /** The same. */
  off(event: 'close', listener: (code: number) => void): unknown;
  /** Asks the other side for a pong. */
  ping(): void;
  /** Asks the other side to close. */
  close(code?: number, reason?: string): void;
  /** Ends it at once. */
  terminate(): void;
}

/** What {@link sockets} is made with: each is optional. */
export interface SocketsOptions extends Pick<WheelOptions, 'tick' | 'driver' | 'clock'> {
  /**
   * A socket that has been silent for so long is pinged, and again each time that it goes on being silent for so long, in ms; range as of a
   * wheel's timeout. A third of the presence's `timeout` lets two pings be lost. Default 10 000.
   */
  every?: number | undefined;
  /**
   * The codes of a close by which the uid is said to have left, 1000 to 4999; with any other one the connection is lost, and the uid has its
   * `grace`. Default `[1000]`: browsers send 1001 also when a page is reloaded, and 1005 stands for `close()` without a code.
   */
  leaveOn?: readonly number[] | undefined;
}

/** Tracks sockets; made by {@link sockets}. */
export interface SocketTracker extends Disposable {
  /**
   * Makes the socket a connection of the uid until either has ended; `options` are those of `presence.connect`, which it throws as. `TypeError` for
   * what is no socket of `ws`, for one that is closing or closed, and for one that is tracked already. A call that throws changes nothing.
   */
  (socket: TrackableSocket, uid: Uid, options?: ConnectOptions): Connection;
  /** Sockets that are tracked. */
  readonly size: number;
  /** Looks at who is to be pinged, now; with `driver: 'manual'` that is one tick. Returns how many were looked at. */
  tick(): number;
  /** Stops pinging, and tracks no more: `CLOSED`. Those that are tracked beat and leave as before. */
  close(): void;
  /** `close()`, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * `const track = sockets(presence)`: each message, ping and pong of a tracked socket is a beat, a silent socket is pinged, and one whose
 * connection timed out is terminated. One wheel and one timer for all sockets. `TypeError` and `RangeError` as of a wheel's options.
 */
export function sockets(presence: Pick<Presence, 'connect'>, options?: SocketsOptions): SocketTracker;
