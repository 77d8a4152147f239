import type { Uid } from 'idlewheel';
import type { ConnectOptions, Presence } from '../presence/api.d.ts';
import type { SocketsOptions, SocketTracker, TrackableSocket } from './api.d.ts';
import { readOptions, readPresence } from './options.ts';
import { Tracker } from './tracker.ts';

const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');

export function sockets(presence: Pick<Presence, 'connect'>, options: SocketsOptions = {}): SocketTracker {
  const tracker = new Tracker(readPresence(presence), readOptions(options));
  const close = () => tracker.close();
  const track = (socket: TrackableSocket, uid: Uid, connect?: ConnectOptions) => tracker.track(socket, uid, connect);
  return Object.defineProperties(track, {
    size: { get: () => tracker.size },
    tick: { value: () => tracker.tick() },
    close: { value: close },
    [DISPOSE]: { value: close },
  }) as SocketTracker;
}
