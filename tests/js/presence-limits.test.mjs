// maxConnections and maxPerUid: an error, and nothing else changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualPresence, run } from './presences.mjs';

/** Everything that a refused connect could have changed. */
const stateOf = ({ presence, events, diffs }) => {
  const { epoch, ...told } = presence.snapshot();
  return [told, presence.size, presence.connections, presence.stats(), [...events], diffs.length];
};

function assertRefused(room, uid, options, message) {
  const before = stateOf(room);
  assert.throws(() => room.presence.connect(uid, options), { name: 'IdleWheelError', code: 'CAPACITY', message });
  assert.deepEqual(stateOf(room), before);
}

test('beyond maxConnections nobody connects, whoever it is, until somebody has left', () => {
  const room = manualPresence({ maxConnections: 3, away: 10, maxLife: 100 });
  const { presence } = room;
  const first = presence.connect('ada');
  presence.connect('ada');
  presence.connect('bob');
  presence.tick();
  for (const uid of ['ada', 'cyd']) assertRefused(room, uid, {}, 'maxConnections is 3, and as many are here');
  first.leave();
  presence.connect('cyd');
  assertRefused(room, 'dan', {}, 'maxConnections is 3, and as many are here');
  run(presence, 31);
  for (const uid of ['eve', 'fay', 'gus']) presence.connect(uid);
  assert.equal(presence.connections, 3);
});

test('beyond maxPerUid the uid has no further connection; others have', () => {
  const room = manualPresence({ maxPerUid: 2, away: 10 });
  const { presence } = room;
  presence.connect('ada');
  presence.connect('ada');
  run(presence, 11);
  assertRefused(room, 'ada', { id: 'third', meta: 'third' }, 'maxPerUid is 2, and as many are here');
  // Nor was it activity.
  assert.equal(presence.get('ada').away, true);
  presence.connect('bob');
  assert.equal(presence.connections, 3);
});

test('a connection that replaces another needs no room', () => {
  const { presence } = manualPresence({ maxConnections: 2, maxPerUid: 2 });
  const old = presence.connect('ada', { id: 'tab' });
  presence.connect('ada');
  const current = presence.connect('ada', { id: 'tab' });
  assert.deepEqual([old.alive, current.alive, presence.connections], [false, true, 2]);
});

test('who is in grace has no connection, and may come back when there is room', () => {
  const room = manualPresence({ maxConnections: 1, grace: 10 });
  room.presence.connect('ada').lost();
  const bob = room.presence.connect('bob');
  assertRefused(room, 'ada', {}, 'maxConnections is 1, and as many are here');
  bob.leave();
  assert.equal(room.presence.connect('ada').alive, true);
});
