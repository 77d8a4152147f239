// A trace through each implementation. All are ticked alike: from the first arrival on, as long as anyone is here. At the same ms a tick comes first.

import { mock } from 'node:test';
import { fakeHost } from '../js/host.mjs';
import { IdleWheel } from '../js/package.mjs';
import { TICK, TIMEOUT } from './generate.mjs';
import { Record } from './record.mjs';
import { Ring } from './ring.mjs';
import { Timeouts } from './timeouts.mjs';

const ticksOf = (ms) => (ms === undefined ? undefined : Math.ceil(ms / TICK));

export function throughRing(events, Kind = Ring) {
  return throughTicks(events, (expired) => {
    const ring = new Kind({ ticks: ticksOf(TIMEOUT), expired });
    return { tick: () => ring.tick(), touch: (uid, timeout) => ring.touch(uid, ticksOf(timeout)), delete: (uid) => ring.delete(uid) };
  });
}

export function throughManualWheel(events) {
  return throughTicks(events, (expired) => {
    const wheel = new IdleWheel({ driver: 'manual', timeout: TIMEOUT, tick: TICK, onExpire: expired });
    return { tick: () => wheel.tick(), touch: (uid, timeout) => touchWheel(wheel, uid, timeout), delete: (uid) => wheel.delete(uid) };
  });
}

/** `kind`: of the host's intervals; `late`: asked for the ms by which each tick comes late. */
export function throughIntervalWheel(t, events, { kind, late = () => 0 } = {}) {
  const host = fakeHost(t, { kind });
  host.lateness = late;
  const record = new Record({ timeout: TIMEOUT, now: () => host.time });
  const wheel = new IdleWheel({ timeout: TIMEOUT, tick: TICK, onExpire: (uid) => record.expired(uid) });
  play(events, record, {
    touch: (uid, timeout) => touchWheel(wheel, uid, timeout),
    delete: (uid) => wheel.delete(uid),
    until: (at) => host.advance(at - host.time),
    now: () => host.time,
  });
  return record;
}

export function throughTimeouts(t, events) {
  let now = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const record = new Record({ timeout: TIMEOUT, now: () => now });
  const timeouts = new Timeouts({ timeout: TIMEOUT, expired: (uid) => record.expired(uid) });
  play(events, record, {
    touch: (uid, timeout) => timeouts.touch(uid, timeout),
    delete: (uid) => timeouts.delete(uid),
    // One ms at a time while anybody is here, so that each expiry knows when it was.
    until: (at) => {
      while (now < at && record.size > 0) {
        now++;
        mock.timers.tick(1);
      }
      now = at;
    },
    now: () => now,
  });
  return record;
}

function throughTicks(events, make) {
  let now = 0;
  let nextTick;
  const record = new Record({ timeout: TIMEOUT, now: () => now });
  const ticked = make((uid) => record.expired(uid));
  play(events, record, {
    ...ticked,
    touch: (uid, timeout) => {
      nextTick ??= now + TICK;
      return ticked.touch(uid, timeout);
    },
    until: (at) => {
      if (record.size === 0) nextTick = undefined;
      while (nextTick <= at) {
        now = nextTick;
        ticked.tick();
        nextTick = record.size > 0 ? now + TICK : undefined;
      }
      now = at;
    },
    now: () => now,
  });
  return record;
}

const touchWheel = (wheel, uid, timeout) => wheel.touch(uid, timeout === undefined ? undefined : { timeout });

/** So many ms after the last event everybody must have expired. */
const AFTERWARDS = 100_000_000;

function play(events, record, player) {
  for (const { at, uid, timeout, leaves } of events) {
    player.until(at);
    if (leaves) record.left(uid, player.delete(uid));
    else record.touched(uid, timeout, player.touch(uid, timeout));
  }
  player.until(player.now() + AFTERWARDS);
}
