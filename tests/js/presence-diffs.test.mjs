// supabase realtime-csharp #31: a leave and a join that cancel out are both sent. Here a diff is what is left of a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { byUid, intervalPresence, manualPresence, overTheWire, run } from './presences.mjs';

const plain = ({ joined, left, changed }) => ({ joined: joined.map(({ uid }) => uid), left, changed: changed.map(({ uid }) => uid) });

test('who came and left again between two diffs is in neither', () => {
  const { presence, events, diffs } = manualPresence();
  presence.connect('ada').leave();
  presence.tick();
  assert.deepEqual([events, diffs], [['join ada', 'leave ada left'], []]);
});

test('who left and came back as they were has not changed', () => {
  const { presence, diffs } = manualPresence();
  presence.connect('ada', { meta: { name: 'Ada' } });
  presence.tick();
  presence.leave('ada');
  presence.connect('ada', { meta: { name: 'Ada' } });
  presence.tick();
  assert.equal(diffs.length, 1);
});

test('who left and came back otherwise has changed', () => {
  const { presence, diffs } = manualPresence();
  presence.connect('ada', { meta: 1 });
  presence.tick();
  presence.leave('ada');
  presence.connect('ada', { meta: 2 });
  presence.tick();
  assert.deepEqual(plain(diffs[1]), { joined: [], left: [], changed: ['ada'] });
});

test('an update that is taken back has changed nothing', () => {
  const { presence, events, diffs } = manualPresence();
  const connection = presence.connect('ada', { meta: 1 });
  presence.tick();
  connection.update(2);
  connection.update(1);
  presence.tick();
  assert.deepEqual([events, diffs.length], [['join ada', 'update ada', 'update ada'], 1]);
});

test('a diff has the last state of each, once', () => {
  const { presence, diffs } = manualPresence();
  for (const uid of ['ada', 'bob', 'cyd']) presence.connect(uid, { id: 'tab' });
  presence.tick();
  presence.connection('ada', 'tab').update('not this');
  presence.connection('ada', 'tab').update('this');
  presence.leave('bob');
  presence.connect('cyd');
  presence.connect('dan');
  presence.connect('dan');
  presence.tick();
  const [, { joined, left, changed }] = diffs;
  assert.deepEqual(joined, [{ uid: 'dan', away: false, metas: [null, null] }]);
  assert.deepEqual(left, ['bob']);
  assert.deepEqual(byUid(changed), [
    { uid: 'ada', away: false, metas: ['this'] },
    { uid: 'cyd', away: false, metas: [null, null] },
  ]);
});

test('diffs are numbered without gaps, and turns without a change have none', () => {
  const { presence, diffs } = manualPresence({ timeout: 1000 });
  for (let i = 0; i < 5; i++) {
    presence.connect(i);
    run(presence, 3);
  }
  assert.deepEqual(
    diffs.map(({ version }) => version),
    [1, 2, 3, 4, 5],
  );
  assert.equal(new Set(diffs.map(({ epoch }) => epoch)).size, 1);
});

test('two presences are of two epochs', () => {
  const epochs = [1, 2].map(() => manualPresence().presence.snapshot().epoch);
  assert.notEqual(epochs[0], epochs[1]);
});

test('10 000 who join in one turn of the event loop are one diff, in the next', (t) => {
  const host = fakeHost(t);
  const { presence, events, diffs } = intervalPresence();
  for (let i = 0; i < 10_000; i++) presence.connect(`uid ${i}`);
  assert.deepEqual([events.length, diffs, host.calls.setImmediate], [10_000, [], 1]);
  host.runImmediates();
  assert.equal(diffs.length, 1);
  assert.equal(new Set(diffs[0].joined.map(({ uid }) => uid)).size, 10_000);
  host.advance(1000);
  assert.deepEqual([diffs.length, host.calls.setImmediate], [1, 1]);
});

test('those who time out in one tick are one diff', (t) => {
  const host = fakeHost(t);
  const { presence, diffs } = intervalPresence();
  for (let i = 0; i < 100; i++) presence.connect(i);
  host.advance(31_000);
  assert.deepEqual([diffs.length, diffs[1].left.length], [2, 100]);
});

test('a turn that never comes, as of timers that were faked and are no more, is made up for', async (t) => {
  const host = fakeHost(t);
  const { presence, diffs } = intervalPresence();
  const { setImmediate } = globalThis;
  globalThis.setImmediate = () => ({});
  presence.connect('ada');
  globalThis.setImmediate = setImmediate;
  // That was in another task.
  await null;
  presence.connect('bob');
  host.advance(0);
  assert.deepEqual(diffs.map(plain), [{ joined: ['ada', 'bob'], left: [], changed: [] }]);
});

test('what is told is frozen, plain JSON, and stays as it was', () => {
  const { presence, diffs } = manualPresence();
  const meta = { name: 'Ada', tags: ['a'] };
  const connection = presence.connect('ada', { meta });
  presence.tick();
  const told = overTheWire(diffs[0]);
  meta.name = 'changed';
  meta.tags.push('b');
  connection.update('other');
  assert.deepEqual(diffs[0], told);
  const [present] = diffs[0].joined;
  for (const thing of [diffs[0], present, present.metas, present.metas[0], present.metas[0].tags]) assert.ok(Object.isFrozen(thing));
});
