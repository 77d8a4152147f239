// What an option of a heartbeat and of an activity may be. Everything is checked before anything starts.

import { show } from '../errors.ts';
import { callable, MAX_TICKS, object, timeoutTicks } from '../options.ts';
import type { ActivityOptions, BeaconBody, Beat, HeartbeatOptions } from './api.d.ts';
import type { Page } from './page.ts';

/** The longest `every`, in ms. */
const DAY = 86_400_000;

export interface HeartSettings {
  send: (beat: Beat) => unknown;
  everyMs: number;
  tickMs: number;
  leave: (() => unknown) | undefined;
  name: string;
  onError: ((error: unknown) => void) | undefined;
}

export interface ActivitySettings {
  idleMs: number;
  tickMs: number;
  onIdle: (() => unknown) | undefined;
  onActive: (() => unknown) | undefined;
  onActivity: (() => unknown) | undefined;
  name: string | undefined;
}

const OF_HEARTBEAT = ['send', 'every', 'tick', 'leave', 'leaveBody', 'name', 'onError'];
const OF_ACTIVITY = ['idle', 'tick', 'onIdle', 'onActive', 'onActivity', 'name'];

export function readHeartbeat(options: HeartbeatOptions, page: Page): HeartSettings {
  known(options, OF_HEARTBEAT);
  const { every = 10_000, tick, leave, leaveBody, name = 'idlewheel' } = options;
  if (tick !== undefined) wholeMs('tick', tick, DAY / 2);
  if (typeof every !== 'number') throw new TypeError(`every is ${show(every)}; it takes a number of ms`);
  const least = 2 * (tick ?? 1);
  if (!(every >= least && every <= DAY)) throw new RangeError(`every is ${every}; it takes ms from ${least} (two ticks) to ${DAY} (a day)`);
  if (typeof options.send !== 'function') throw new TypeError(`send is ${show(options.send)}; it takes a function`);
  return {
    send: options.send,
    everyMs: every,
    tickMs: tick ?? Math.max(1, Math.floor(every / 4)),
    leave: readLeave(page, leave, leaveBody),
    name: readName(name),
    onError: callable('onError', options.onError),
  };
}

export function readActivity(options: ActivityOptions): ActivitySettings {
  known(options, OF_ACTIVITY);
  const { idle = 60_000, tick = 1_000, name = 'idlewheel-activity' } = options;
  wholeMs('tick', tick, MAX_TICKS);
  timeoutTicks(idle, tick, 'idle');
  return {
    idleMs: idle,
    tickMs: tick,
    onIdle: callable('onIdle', options.onIdle),
    onActive: callable('onActive', options.onActive),
    onActivity: callable('onActivity', options.onActivity),
    name: name === false ? undefined : readName(name, ', or false'),
  };
}

function known(options: object, names: readonly string[]): void {
  object('options', options);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`unknown option ${show(name)}; the options are ${names.join(', ')}`);
  }
}

function wholeMs(name: string, value: number, max: number): void {
  if (typeof value !== 'number') throw new TypeError(`${name} is ${show(value)}; it takes a number of ms`);
  if (!(Number.isInteger(value) && value >= 1 && value <= max)) {
    throw new RangeError(`${name} is ${value}; it takes a whole number of ms from 1 to ${max}`);
  }
}

function readName(name: string, or = ''): string {
  // Locks refuse the hyphen.
  if (typeof name !== 'string' || name === '' || name.startsWith('-')) {
    throw new TypeError(`name is ${show(name)}; it takes a string that is not empty and does not start with a hyphen${or}`);
  }
  return name;
}

function readLeave(page: Page, leave: string | (() => unknown) | undefined, body: BeaconBody | undefined): (() => unknown) | undefined {
  if (typeof leave !== 'string') {
    if (leave !== undefined && typeof leave !== 'function') {
      throw new TypeError(`leave is ${show(leave)}; it takes an http(s) URL or a function`);
    }
    if (body !== undefined) throw new TypeError(`leaveBody is ${show(body)}; it goes with an URL as leave, and leave is ${show(leave)}`);
    return leave;
  }
  if (body !== undefined && typeof body !== 'string' && (typeof body !== 'object' || body === null)) {
    throw new TypeError(`leaveBody is ${show(body)}; it takes what navigator.sendBeacon takes: a string, bytes, a Blob, a form's data`);
  }
  if (typeof page.navigator.sendBeacon !== 'function') {
    throw new TypeError(`leave is ${show(leave)}, and there is no navigator.sendBeacon here; give a function instead`);
  }
  // As an absolute one: a router may change what it is relative to. And what is no URL is said now, not in a page that goes away.
  const url = absolute(page, leave);
  return () => {
    if (!page.navigator.sendBeacon?.(url, body)) throw new Error(`navigator.sendBeacon refused to send to ${url}: too much waits there`);
  };
}

function absolute({ URL, document }: Page, url: string): string {
  let found: { protocol: string } | undefined;
  try {
    found = new URL(url, document.baseURI);
  } catch {
    // Said below.
  }
  if (found?.protocol !== 'http:' && found?.protocol !== 'https:') {
    throw new TypeError(`leave is ${show(url)}; it takes an http(s) URL or a function`);
  }
  return String(found);
}
