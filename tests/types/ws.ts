// Sockets of the ws package, by the shape that its types give them.
import { type Connection, Presence } from 'idlewheel/presence';
import { type SocketTracker, sockets, type TrackableSocket } from 'idlewheel/ws';
import { same } from './same.js';

/** As in @types/ws. */
declare class WebSocket {
  readonly readyState: 0 | 1 | 2 | 3;
  on(event: 'close', listener: (this: WebSocket, code: number, reason: Uint8Array) => void): this;
  on(event: 'message', listener: (this: WebSocket, data: Uint8Array | Uint8Array[], isBinary: boolean) => void): this;
  on(event: 'ping' | 'pong', listener: (this: WebSocket, data: Uint8Array) => void): this;
  on(event: string | symbol, listener: (this: WebSocket, ...args: unknown[]) => void): this;
  off(event: 'close', listener: (this: WebSocket, code: number, reason: Uint8Array) => void): this;
  off(event: 'message', listener: (this: WebSocket, data: Uint8Array | Uint8Array[], isBinary: boolean) => void): this;
  off(event: 'ping' | 'pong', listener: (this: WebSocket, data: Uint8Array) => void): this;
  off(event: string | symbol, listener: (this: WebSocket, ...args: unknown[]) => void): this;
  ping(data?: unknown, mask?: boolean, cb?: (err: Error) => void): void;
  close(code?: number, data?: string | Uint8Array): void;
  terminate(): void;
}

const presence = new Presence();
const track = sockets(presence, { every: 10_000, tick: 1_000, driver: 'manual', clock: () => 0, leaveOn: [1000, 1001] });
same<typeof track, SocketTracker>(true);
const socket: TrackableSocket = new WebSocket();
const connection = track(new WebSocket(), 'ada', { id: 'tab', meta: { name: 'Ada' }, onEnd: (reason) => reason });
same<typeof connection, Connection>(true);
track(socket, 1);
same<typeof track.size, number>(true);
same<ReturnType<typeof track.tick>, number>(true);
track.close();
sockets({ connect: (uid, options) => presence.connect(uid, options) });

// @ts-expect-error: a socket
track('socket', 'ada');
// @ts-expect-error: a browser's has no ping
track({ readyState: 1, close() {} }, 'ada');
// @ts-expect-error: a uid
track(socket, {});
// @ts-expect-error: what JSON can hold
track(socket, 'ada', { meta: () => {} });
// @ts-expect-error: ms
sockets(presence, { every: '10s' });
// @ts-expect-error: no such option
sockets(presence, { interval: 5 });
// @ts-expect-error: a presence
sockets();
// @ts-expect-error: it can't be set
track.size = 5;
