// What an option of a presence may be; the wheel checks those that it shares.

import type { WheelOptions } from 'idlewheel';
import { show } from '../errors.ts';
import { callable, limit, object, timeoutTicks } from '../options.ts';
import type { ConnectOptions, PresenceOptions } from './api.d.ts';

export interface Settings {
  wheel: WheelOptions<never>;
  manual: boolean;
  grace: number | undefined;
  away: number | undefined;
  maxLife: number | undefined;
  maxConnections: number;
  maxPerUid: number;
}

const OF_WHEEL = ['timeout', 'tick', 'driver', 'gap', 'countSleep', 'clock', 'ref', 'maxPerTurn'] as const;
const NAMES: readonly string[] = [...OF_WHEEL, 'grace', 'away', 'maxLife', 'maxConnections', 'maxPerUid'];

export function readOptions(options: PresenceOptions = {}): Settings {
  object('options', options);
  for (const name of Object.keys(options)) {
    if (!NAMES.includes(name)) throw new TypeError(`unknown option ${show(name)}; the options are ${NAMES.join(', ')}`);
  }
  const { tick = 1_000, driver, grace, maxConnections, maxPerUid } = options;
  const ofWheel = Object.fromEntries(OF_WHEEL.map((name) => [name, options[name]]));
  return {
    // People who are here are not to be told that all have left because the machine slept.
    wheel: { ...ofWheel, gap: options.gap ?? 'forgive' } as WheelOptions<never>,
    manual: driver === 'manual',
    grace: grace === 0 ? undefined : span('grace', grace, tick),
    away: span('away', options.away, tick),
    maxLife: span('maxLife', options.maxLife, tick),
    maxConnections: limit('maxConnections', maxConnections, 'connections'),
    maxPerUid: limit('maxPerUid', maxPerUid, 'connections'),
  };
}

function span(name: string, ms: number | undefined, tick: number): number | undefined {
  // A tick that is none is named by the wheel.
  if (ms !== undefined && Number.isInteger(tick) && tick >= 1) timeoutTicks(ms, tick, name);
  return ms;
}

export function readConnectOptions(options: ConnectOptions): ConnectOptions {
  object('options', options);
  const { id, onEnd } = options;
  if (id !== undefined) readId(id);
  callable('onEnd', onEnd);
  return options;
}

export function readId(id: string): string {
  if (typeof id !== 'string') throw new TypeError(`id is ${show(id)}; it takes a string`);
  return id;
}
