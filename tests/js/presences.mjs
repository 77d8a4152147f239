// The presences that most tests start from.
import assert from 'node:assert/strict';
import { Mirror, Presence } from './presence-package.mjs';

const EVENTS = ['join', 'leave', 'away', 'back', 'update'];

/** All events of a presence as text, in order, and its diffs. */
export function watch(presence) {
  const events = [];
  const diffs = [];
  for (const event of EVENTS) {
    presence.on(event, (uid, what) => events.push(typeof what === 'string' ? `${event} ${uid} ${what}` : `${event} ${uid}`));
  }
  presence.on('diff', (diff) => diffs.push(diff));
  return { events, diffs };
}

/** A presence of the manual driver whose ms are ticks. */
export function manualPresence(options = {}) {
  const presence = new Presence({ timeout: 30, tick: 1, driver: 'manual', ...options });
  return { presence, ...watch(presence) };
}

/** A presence of the interval driver on the fake host's time: 30 s and 1 s. */
export function intervalPresence(options = {}) {
  const presence = new Presence(options);
  return { presence, ...watch(presence) };
}

/** n ticks, one at a time. */
export function run(presence, n) {
  for (let i = 0; i < n; i++) presence.tick();
}

export const overTheWire = (value) => JSON.parse(JSON.stringify(value));

/** A mirror that gets what a page would get, as text; `missed`: the diffs that it did not take. */
export function follow(presence) {
  const missed = [];
  // Diffs that are told before the snapshot is there are older than it.
  const mirror = new Mirror();
  presence.on('diff', (diff) => {
    if (!mirror.apply(overTheWire(diff))) missed.push(diff.version);
  });
  mirror.sync(overTheWire(presence.snapshot()));
  missed.length = 0;
  return { mirror, missed };
}

const inOrder = (uid) => `${typeof uid} ${uid}`;
export const sortedUids = (uids) => uids.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1));
export const byUid = (people) => people.toSorted((a, b) => (inOrder(a.uid) < inOrder(b.uid) ? -1 : 1));

/** The mirror shows who is here, but for what has not been told yet. */
export function assertMirrors({ mirror, missed }, presence) {
  assert.deepEqual(byUid(overTheWire(mirror.list())), byUid(overTheWire(presence.list())));
  assert.deepEqual(missed, []);
}
