// liwords #320, bigbluebutton #5066: closing one of two tabs marks the user as offline. Here a uid leaves with its last connection.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualPresence, run } from './presences.mjs';

test('a uid stays when one of its tabs is closed, and leaves with the last', () => {
  const { presence, events } = manualPresence();
  const [first, second] = [presence.connect('ada', { meta: 'first' }), presence.connect('ada', { meta: 'second' })];
  assert.deepEqual([presence.size, presence.connections], [1, 2]);
  assert.equal(first.leave(), true);
  assert.deepEqual(presence.get('ada'), { uid: 'ada', away: false, metas: ['second'] });
  assert.deepEqual([presence.size, presence.connections, events], [1, 1, ['join ada']]);
  assert.equal(second.leave(), true);
  assert.deepEqual([presence.has('ada'), presence.size, presence.connections], [false, 0, 0]);
  assert.deepEqual(events, ['join ada', 'leave ada left']);
});

test('a tab that falls silent ends, and the uid stays while another one beats', () => {
  const { presence, events } = manualPresence();
  const ended = [];
  const silent = presence.connect('ada', { onEnd: (reason) => ended.push(reason) });
  const beating = presence.connect('ada');
  for (let tick = 0; tick < 100; tick++) {
    assert.equal(silent.alive, tick < 31, `after ${tick} ticks`);
    beating.beat();
    presence.tick();
  }
  assert.deepEqual([presence.connections, ended, events], [1, ['timeout'], ['join ada']]);
});

test('the reason is that of the last connection', () => {
  const { presence, events } = manualPresence();
  presence.connect('ada').leave();
  presence.connect('ada').lost();
  const [first] = [presence.connect('ada'), presence.connect('ada')];
  first.leave();
  run(presence, 31);
  assert.deepEqual(events, ['join ada', 'leave ada left', 'join ada', 'leave ada closed', 'join ada', 'leave ada timeout']);
});

test('leave(uid) ends all connections of the uid, and the uid leaves once', () => {
  const { presence, events } = manualPresence();
  const ended = [];
  const all = [1, 2, 3].map((id) => presence.connect('ada', { onEnd: (reason) => ended.push(`${id} ${reason}`) }));
  const other = presence.connect('bob');
  assert.equal(presence.leave('ada'), true);
  assert.equal(presence.leave('ada'), false);
  assert.deepEqual(
    all.map(({ alive }) => alive),
    [false, false, false],
  );
  assert.deepEqual(ended, ['1 left', '2 left', '3 left']);
  assert.deepEqual(events, ['join ada', 'join bob', 'leave ada left']);
  assert.deepEqual([other.alive, presence.connections], [true, 1]);
});

test('metadata are in the order in which the connections came; one that replaces another takes its place', () => {
  const { presence } = manualPresence();
  for (const id of ['a', 'b', 'c']) presence.connect('ada', { id, meta: id });
  presence.connect('ada', { id: 'b', meta: 'new b' });
  assert.deepEqual(presence.get('ada').metas, ['a', 'new b', 'c']);
  presence.connection('ada', 'a').leave();
  presence.connect('ada', { id: 'a', meta: 'new a' });
  assert.deepEqual(presence.get('ada').metas, ['new b', 'c', 'new a']);
});

test('a connection is found by its id, while it lives', () => {
  const { presence } = manualPresence();
  const connection = presence.connect('ada', { id: 'tab' });
  assert.equal(presence.connection('ada', 'tab'), connection);
  assert.deepEqual([presence.connection('ada', 'other'), presence.connection('bob', 'tab')], [undefined, undefined]);
  connection.leave();
  assert.equal(presence.connection('ada', 'tab'), undefined);
});

test('ids that were not given are of one connection each', () => {
  const { presence } = manualPresence();
  presence.connect('ada', { id: '2' });
  const ids = [1, 2, 3, 4].map(() => presence.connect('ada').id);
  assert.equal(new Set([...ids, '2']).size, 5);
  assert.equal(presence.connections, 5);
});

test('an event shows the uid as it is after the change, and the connection ends after the uid has left', () => {
  const { presence } = manualPresence();
  const seen = [];
  presence.on('join', (uid, present) => seen.push(['join', present, presence.get(uid) === present]));
  presence.on('update', (uid, present) => seen.push(['update', present.metas, presence.get(uid) === present]));
  presence.on('leave', (uid) => seen.push(['leave', presence.has(uid), presence.connections]));
  const connection = presence.connect('ada', { meta: 1, onEnd: () => seen.push(['end', presence.has('ada')]) });
  connection.update(2);
  connection.leave();
  assert.deepEqual(seen, [
    ['join', { uid: 'ada', away: false, metas: [1] }, true],
    ['update', [2], true],
    ['leave', false, 0],
    ['end', false],
  ]);
});
