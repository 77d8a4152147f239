// One interval for any number of connections, and none when nobody is here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';
import { fakeHost } from './host.mjs';
import { format } from './package.mjs';
import { intervalPresence } from './presences.mjs';

test('nothing runs in a presence that is empty, and one interval in one that is not', (t) => {
  const host = fakeHost(t);
  const { presence, events } = intervalPresence({ away: 60_000, maxLife: 3_600_000, grace: 10_000 });
  const { stats, size, connections } = presence;
  assert.deepEqual([stats.call(presence).size, size, connections, presence.list(), presence.has('ada')], [0, 0, 0, [], false]);
  presence.on('diff', () => {});
  host.advance(60_000);
  assert.deepEqual(host.calls, { performanceNow: 0, dateNow: 0, setInterval: 0, clearInterval: 0, setImmediate: 0 });
  const all = Array.from({ length: 5000 }, (_, i) => presence.connect(`uid ${i % 3000}`, { meta: i }));
  assert.equal(host.calls.setInterval, 1);
  assert.equal(host.intervals[0].refed, false);
  for (let second = 0; second < 100; second++) {
    for (const [i, connection] of all.entries()) if (i % 100 === second) connection.beat({ active: true });
    host.advance(1000);
  }
  // The one was cleared when the last of them had gone, grace and all.
  host.advance(60_000);
  assert.deepEqual([presence.size, presence.connections, host.intervals, host.calls.setInterval], [0, 0, [], 1]);
  assert.deepEqual([events.filter((event) => event.startsWith('leave')).length, host.calls.clearInterval], [3000, 1]);
});

test('with the manual driver nothing is asked of the host, and diffs are told by tick() only', (t) => {
  const host = fakeHost(t);
  const { presence, diffs } = intervalPresence({ driver: 'manual', grace: 10_000, away: 10_000 });
  presence.connect('ada').lost();
  host.advance(60_000);
  assert.deepEqual([Object.values(host.calls), diffs], [[0, 0, 0, 0, 0], []]);
  presence.tick();
  assert.equal(diffs.length, 1);
});

test('a beat reads no clock and calls no host', (t) => {
  const host = fakeHost(t);
  const { presence } = intervalPresence({ away: 60_000, maxLife: 3_600_000 });
  const connection = presence.connect('ada');
  host.advance(0);
  const before = { ...host.calls };
  for (let i = 0; i < 1000; i++) connection.beat({ active: i % 2 === 0 });
  assert.deepEqual(host.calls, before);
});

test('the import of an entry and the making of a presence touch no global', async () => {
  const load = (name) => (format === 'cjs' ? `require('${name}')` : `await import('${name}')`);
  const calls = await valueOfModule(`
    import { createRequire } from 'node:module';
    const require = createRequire(import.meta.url);
    const calls = [];
    for (const name of ['setInterval', 'setTimeout', 'setImmediate', 'queueMicrotask']) {
      const original = globalThis[name];
      globalThis[name] = (...args) => { calls.push(name); return original(...args); };
    }
    const now = performance.now.bind(performance);
    performance.now = () => { calls.push('now'); return now(); };
    const { getRandomValues } = crypto;
    crypto.getRandomValues = function (words) { calls.push('random'); return getRandomValues.call(this, words); };
    const { Module } = WebAssembly;
    WebAssembly.Module = class extends Module { constructor(bytes) { calls.push('compile'); super(bytes); } };
    const { Presence, Mirror } = ${load('idlewheel/presence')};
    const { sockets } = ${load('idlewheel/ws')};
    const presence = new Presence({ grace: 10_000 });
    new Mirror();
    sockets(presence);
    const before = [...calls];
    presence.connect('ada');
    const after = calls.includes('compile');
    presence.close();
    console.log(JSON.stringify([before, after]));
  `);
  assert.deepEqual(calls, [[], true]);
});
