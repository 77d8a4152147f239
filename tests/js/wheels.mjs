// The wheels that most tests start from.
import { IdleWheel } from './package.mjs';

/** A wheel of the manual driver whose ms are ticks, and the uids that have expired from it, in order. */
export function manualWheel(options = {}) {
  const expired = [];
  const wheel = new IdleWheel({ timeout: 30, tick: 1, driver: 'manual', ...options });
  wheel.on('expire', (uid) => expired.push(uid));
  return { wheel, expired };
}

/** A wheel of the interval driver, 30 s and 1 s, and what has expired from it and when by the host's time. */
export function intervalWheel(host, options = {}) {
  const expired = [];
  const wheel = new IdleWheel(options);
  wheel.on('expire', (uid) => expired.push({ uid, at: host.time }));
  return { wheel, expired };
}

/** A wheel with a tick of 1 ms on a clock that jumps: as many ticks in one go as one likes. */
export function jumpingWheel(options = {}) {
  let clock = 0;
  const expired = [];
  const wheel = new IdleWheel({ tick: 1, timeout: 30, clock: () => clock, ...options });
  wheel.on('expire', (uid) => expired.push(uid));
  const jump = (ticks) => {
    clock += ticks;
    return wheel.tick();
  };
  return { wheel, expired, jump };
}

/** n ticks, one at a time; how many expired. */
export function run(wheel, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += wheel.tick();
  return sum;
}

/** Ticks until the pointer stands at this slot of ring 0. */
export function runToPointer(wheel, slot) {
  for (let turns = 0; wheel.stats().pointer !== slot; turns++) {
    if (turns === 31) throw new Error(`in 31 ticks the pointer never stood at ${slot}`);
    wheel.tick();
  }
}

export const uidsNamed = (prefix, n) => Array.from({ length: n }, (_, i) => `${prefix}${i}`);
