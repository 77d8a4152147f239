// Uids that arrive one after another: made beforehand, so that only their arrival is measured.

import { Uids } from './uids.mjs';

export const MANY = 64;
const MESSAGE = 1_024;

/** Fresh values of all, each of its own; for those who take many, in arrays. */
export function everybody(format, count, touches, seed) {
  const uids = new Uids(format, count, seed);
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const all = [];
  for (let from = 0; from < count; from += MESSAGE) {
    const to = Math.min(count, from + MESSAGE);
    for (const item of touches === 'many' ? uids.parseMany(order, from, to, MANY) : uids.parse(order, from, to)) all.push(item);
  }
  return all;
}

export function touchAll(peer, uids, touches) {
  if (touches === 'many') for (let i = 0; i < uids.length; i++) peer.touchMany(uids[i]);
  else for (let i = 0; i < uids.length; i++) peer.touch(uids[i]);
}

/** Of all threads. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
