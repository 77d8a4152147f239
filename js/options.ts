// What an option may be. Everything is checked once, in the constructor, and comes out as the rest of the code wants it.

import type { Uid, WheelOptions } from './api.d.ts';
import { show } from './errors.ts';
import type { Signal } from './host.ts';

/** The longest timeout in ticks; also the longest interval that hosts' timers take, in ms. */
export const MAX_TICKS = 2 ** 31 - 1;

export interface Settings<V> {
  timeoutTicks: number;
  tickMs: number;
  manual: boolean;
  forgive: boolean;
  countSleep: boolean;
  clock: (() => number) | undefined;
  ref: boolean;
  maxUids: number;
  maxPerTurn: number;
  capacity: number | undefined;
  signal: Signal | undefined;
  onExpire: ((uid: Uid, value: V) => unknown) | undefined;
}

const NAMES = new Set([
  'timeout',
  'tick',
  'driver',
  'gap',
  'countSleep',
  'clock',
  'ref',
  'maxUids',
  'maxPerTurn',
  'capacity',
  'signal',
  'onExpire',
]);

export function readOptions<V>(options: WheelOptions<V> = {}): Settings<V> {
  object('options', options);
  for (const name of Object.keys(options)) {
    if (!NAMES.has(name)) throw new TypeError(`unknown option ${show(name)}; the options are ${[...NAMES].join(', ')}`);
  }
  const tickMs = options.tick === undefined ? 1_000 : whole('tick', options.tick, MAX_TICKS, 'ms');
  return {
    tickMs,
    timeoutTicks: timeoutTicks(options.timeout === undefined ? 30_000 : options.timeout, tickMs),
    manual: oneOf('driver', options.driver, ['interval', 'manual']) === 'manual',
    forgive: oneOf('gap', options.gap, ['count', 'forgive']) === 'forgive',
    countSleep: flag('countSleep', options.countSleep),
    clock: callable('clock', options.clock),
    ref: flag('ref', options.ref),
    maxUids: limit('maxUids', options.maxUids, 'uids'),
    maxPerTurn: limit('maxPerTurn', options.maxPerTurn, 'uids', 10_000),
    capacity: options.capacity === undefined ? undefined : whole('capacity', options.capacity, MAX_TICKS, 'uids'),
    signal: readSignal(options.signal),
    onExpire: callable('onExpire', options.onExpire),
  };
}

/** A timeout in ms as whole ticks, rounded up. */
export function timeoutTicks(timeout: number, tickMs: number, name = 'timeout'): number {
  if (typeof timeout !== 'number') throw new TypeError(`${name} is ${show(timeout)}; it takes a number of ms`);
  const ticks = Math.ceil(timeout / tickMs);
  if (!(timeout >= tickMs && ticks <= MAX_TICKS)) {
    throw new RangeError(`${name} is ${timeout}; it takes ms from ${tickMs} (one tick) to ${tickMs * MAX_TICKS} (2³¹−1 ticks)`);
  }
  return ticks;
}

export function readSignal(signal: unknown): Signal | undefined {
  if (signal === undefined) return undefined;
  const { aborted, addEventListener, removeEventListener } = (signal ?? {}) as Signal;
  if (typeof aborted !== 'boolean' || typeof addEventListener !== 'function' || typeof removeEventListener !== 'function') {
    throw new TypeError(`signal is ${show(signal)}; it takes an AbortSignal`);
  }
  return signal as Signal;
}

export function object(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} is ${show(value)}; it takes an object`);
}

function whole(name: string, value: number, max: number, unit: string): number {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${show(value)}; it takes a number`);
  if (!(Number.isInteger(value) && value >= 1 && value <= max)) {
    throw new RangeError(`${name} is ${value}; it takes a whole number of ${unit} from 1 to ${max}`);
  }
  return value;
}

export function limit(name: string, value: number | undefined, unit: string, none = Number.POSITIVE_INFINITY): number {
  if (value === undefined) return none;
  if (value === Number.POSITIVE_INFINITY) return value;
  return whole(name, value, Number.MAX_SAFE_INTEGER, `${unit} (or Infinity)`);
}

function oneOf<T extends string>(name: string, value: T | undefined, all: readonly T[]): T | undefined {
  if (value !== undefined && !all.includes(value)) throw new TypeError(`${name} is ${show(value)}; it takes ${all.map(show).join(' or ')}`);
  return value;
}

function flag(name: string, value: boolean | undefined): boolean {
  if (value !== undefined && typeof value !== 'boolean') throw new TypeError(`${name} is ${show(value)}; it takes true or false`);
  return value ?? false;
}

export function callable<F>(name: string, value: F | undefined): F | undefined {
  if (value !== undefined && typeof value !== 'function') throw new TypeError(`${name} is ${show(value)}; it takes a function`);
  return value;
}
