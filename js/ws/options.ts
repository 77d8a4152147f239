// What `sockets()` may be made with, and what may be tracked.

import type { WheelOptions } from 'idlewheel';
import { show } from '../errors.ts';
import { object, timeoutTicks } from '../options.ts';
import type { Presence } from '../presence/api.d.ts';
import type { SocketsOptions, TrackableSocket } from './api.d.ts';

export interface Settings {
  wheel: WheelOptions<never>;
  leaveOn: ReadonlySet<number>;
}

const NAMES = ['every', 'tick', 'driver', 'clock', 'leaveOn'];
const METHODS = ['on', 'off', 'ping', 'close', 'terminate'] as const;
const CLOSED = ['closing', 'closed'];

export function readPresence(presence: Pick<Presence, 'connect'>): Pick<Presence, 'connect'> {
  if (typeof presence?.connect !== 'function') throw new TypeError(`presence is ${show(presence)}; it takes a Presence`);
  return presence;
}

export function readOptions(options: SocketsOptions): Settings {
  object('options', options);
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name)) throw new TypeError(`unknown option ${show(name)}; the options are ${NAMES.join(', ')}`);
  }
  const { every = 10_000, tick = 1_000, driver, clock, leaveOn = [1000] } = options;
  // A tick that is none is named by the wheel.
  if (Number.isInteger(tick) && tick >= 1) timeoutTicks(every, tick, 'every');
  return {
    // After the loop was blocked nobody is pinged who may have a pong on its way.
    wheel: { timeout: every, tick, driver, clock, gap: 'forgive' },
    leaveOn: new Set(readCodes(leaveOn)),
  };
}

function readCodes(codes: readonly number[]): readonly number[] {
  if (!Array.isArray(codes)) throw new TypeError(`leaveOn is ${show(codes)}; it takes an array of close codes`);
  for (const code of codes) {
    if (typeof code !== 'number') throw new TypeError(`leaveOn has ${show(code)} in it; it takes close codes, which are numbers`);
    if (!(Number.isInteger(code) && code >= 1000 && code <= 4999)) {
      throw new RangeError(`leaveOn has ${code} in it; it takes close codes from 1000 to 4999`);
    }
  }
  return codes;
}

export function readSocket(socket: TrackableSocket): TrackableSocket {
  const isSocket = METHODS.every((name) => typeof socket?.[name] === 'function') && typeof socket.readyState === 'number';
  if (!isSocket) throw new TypeError(`socket is ${show(socket)}; it takes a WebSocket of the ws package`);
  const closed = CLOSED[socket.readyState - 2];
  if (closed !== undefined) throw new TypeError(`socket is ${closed}; it takes one that is open`);
  return socket;
}
