// Away and back: by activity, which is more than a sign of life.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualPresence } from './presences.mjs';

const AWAY = 10;

/** A presence, and a function that lets so many ticks pass in which everybody beats. */
function quietRoom(options = {}) {
  const all = [];
  const watched = manualPresence({ away: AWAY, ...options });
  const connect = (uid, rest) => {
    all.push(watched.presence.connect(uid, rest));
    return all.at(-1);
  };
  const beatFor = (ticks) => {
    for (let tick = 0; tick < ticks; tick++) {
      for (const connection of all) connection.beat();
      watched.presence.tick();
    }
  };
  return { ...watched, connect, beatFor };
}

test('who beats without activity is away after so long and a tick, once, and still here', () => {
  const { presence, events, connect, beatFor } = quietRoom();
  connect('ada');
  beatFor(AWAY);
  assert.equal(presence.get('ada').away, false);
  beatFor(1);
  assert.deepEqual(presence.get('ada'), { uid: 'ada', away: true, metas: [null] });
  beatFor(100);
  assert.deepEqual(events, ['join ada', 'away ada']);
});

test('activity keeps from being away, and brings back, at once', () => {
  const { presence, events, connect, beatFor } = quietRoom();
  const connection = connect('ada');
  for (let i = 0; i < 10; i++) {
    beatFor(AWAY);
    assert.equal(connection.beat({ active: true }), true);
  }
  assert.deepEqual(events, ['join ada']);
  beatFor(AWAY + 1);
  assert.deepEqual(events, ['join ada', 'away ada']);
  connection.beat({ active: true });
  assert.deepEqual([events.slice(2), presence.get('ada').away], [['back ada'], false]);
  beatFor(AWAY);
  assert.equal(presence.get('ada').away, false);
  beatFor(1);
  assert.deepEqual(events.slice(3), ['away ada']);
});

test('the activity of one tab is that of the uid', () => {
  const { events, connect, beatFor } = quietRoom();
  connect('ada');
  const active = connect('ada');
  for (let i = 0; i < 10; i++) {
    beatFor(AWAY);
    active.beat({ active: true });
  }
  assert.deepEqual(events, ['join ada']);
});

test('a new connection is activity', () => {
  const { events, connect, beatFor } = quietRoom();
  connect('ada');
  beatFor(AWAY + 1);
  connect('ada');
  assert.deepEqual(events, ['join ada', 'away ada', 'back ada']);
});

test('nothing but true is activity', () => {
  const { events, connect, beatFor } = quietRoom();
  const connection = connect('ada');
  for (const options of [{ active: false }, { active: undefined }, { active: 1 }, { active: 'yes' }, {}, undefined]) {
    beatFor(2);
    connection.beat(options);
  }
  assert.deepEqual(events, ['join ada', 'away ada']);
});

test('the diff shows away and back, and neither if they cancel out', () => {
  const { diffs, connect, beatFor } = quietRoom();
  const connection = connect('ada');
  beatFor(AWAY + 1);
  assert.deepEqual(diffs.at(-1).changed, [{ uid: 'ada', away: true, metas: [null] }]);
  connection.beat({ active: true });
  beatFor(1);
  assert.deepEqual(diffs.at(-1).changed, [{ uid: 'ada', away: false, metas: [null] }]);
  assert.equal(diffs.length, 3);
  connection.update('other');
  connection.update(null);
  beatFor(1);
  assert.equal(diffs.length, 3);
});

test('a uid can go away during its grace, and is back when it comes back', () => {
  const { presence, events, connect, beatFor } = quietRoom({ grace: 50 });
  connect('ada').lost();
  beatFor(AWAY + 1);
  assert.deepEqual([presence.get('ada').away, events], [true, ['join ada', 'away ada']]);
  connect('ada');
  assert.deepEqual([presence.get('ada').away, events.slice(2)], [false, ['back ada']]);
});

test('who leaves while away joins anew as active, and leaves nothing behind in the wheel', () => {
  const { presence, events, connect, beatFor } = quietRoom();
  const connection = connect('ada');
  beatFor(AWAY + 1);
  connection.leave();
  assert.equal(presence.stats().size, 0);
  connect('ada');
  assert.deepEqual([presence.get('ada').away, events], [false, ['join ada', 'away ada', 'leave ada left', 'join ada']]);
});

test('without the option nobody is ever away', () => {
  const { presence, events, connect, beatFor } = quietRoom({ away: undefined });
  connect('ada');
  beatFor(1000);
  assert.deepEqual([presence.get('ada').away, events], [false, ['join ada']]);
});
