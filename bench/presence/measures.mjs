// What is measured: each gives those who give signs of life, and how one does.

import { randomUUID } from 'node:crypto';

const CONNECTIONS = 100_000;
const UIDS = 60_000;
const TIMEOUT_MS = 30_000;

const uuids = (count) => Array.from({ length: count }, () => randomUUID());

async function wheel() {
  const { IdleWheel } = await import('idlewheel');
  return new IdleWheel({ timeout: TIMEOUT_MS, ref: true });
}

async function connections(options) {
  const { Presence } = await import('idlewheel/presence');
  const presence = new Presence({ timeout: TIMEOUT_MS, grace: 5_000, ref: true, ...options });
  const uids = uuids(UIDS);
  return Array.from({ length: CONNECTIONS }, (_, i) => presence.connect(uids[i % UIDS]));
}

export const measures = {
  async touch() {
    const all = await wheel();
    const uids = uuids(CONNECTIONS);
    all.touchMany(uids);
    return [uids, (uid) => all.touch(uid)];
  },
  async handle() {
    const all = await wheel();
    return [uuids(CONNECTIONS).map((uid) => all.handle(uid)), (handle) => handle.touch()];
  },
  async beat() {
    return [await connections(), (connection) => connection.beat()];
  },
  async active() {
    const active = { active: true };
    return [await connections({ away: 60_000 }), (connection) => connection.beat(active)];
  },
};
