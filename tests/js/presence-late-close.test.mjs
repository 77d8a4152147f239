// colyseus #348, Vynchronize #48: the late close of an old socket evicts the new one. Here a connection ends itself only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualPresence, run } from './presences.mjs';

/** How the old connection came to its end, and who is there instead. */
const SUCCESSIONS = {
  'was replaced': (_, connect) => [connect('tab'), connect('tab')],
  'was replaced twice': (_, connect) => {
    const all = [1, 2, 3].map(() => connect('tab'));
    return [all[0], all[2]];
  },
  'had left': (_, connect) => {
    const old = connect('tab');
    old.leave();
    return [old, connect('tab')];
  },
  'was lost, and the uid came back within its grace': (_, connect) => {
    const old = connect('tab');
    old.lost();
    return [old, connect('tab')];
  },
  'had timed out, and the uid came back within its grace': (presence, connect) => {
    const old = connect('tab');
    run(presence, 31);
    return [old, connect('tab')];
  },
  'had timed out, the uid had left, and came back': (presence, connect) => {
    const old = connect('tab');
    run(presence, 31 + 11);
    return [old, connect('tab')];
  },
  'had lived for maxLife': (presence, connect) => {
    const old = connect('tab');
    for (let tick = 0; tick < 101; tick++) {
      old.beat();
      presence.tick();
    }
    return [old, connect('tab')];
  },
  'was ended with the uid': (presence, connect) => {
    const old = connect('tab');
    presence.leave('ada');
    return [old, connect('tab')];
  },
};

const LATE = {
  leave: (old) => old.leave(),
  lost: (old) => old.lost(),
  beat: (old) => old.beat(),
  'beat with activity': (old) => old.beat({ active: true }),
  update: (old) => old.update('late'),
  'update with what JSON cannot hold': (old) => old.update(() => {}),
};

for (const [what, succeed] of Object.entries(SUCCESSIONS)) {
  test(`a connection that ${what} does nothing any more`, () => {
    for (const [late, act] of Object.entries(LATE)) {
      const { presence, events } = manualPresence({ grace: 10, away: 60, maxLife: 100 });
      const connect = (id) => presence.connect('ada', { id, meta: 'of the tab' });
      const [old, current] = succeed(presence, connect);
      events.length = 0;
      run(presence, 20);
      const before = [presence.get('ada'), presence.connections, presence.stats().size];
      assert.equal(old.alive, false, late);
      assert.equal(act(old), false, late);
      assert.deepEqual([presence.get('ada'), presence.connections, presence.stats().size], before, late);
      assert.equal(presence.connection('ada', 'tab'), current, late);
      assert.deepEqual(events, [], late);
      // Nor was its life made longer.
      run(presence, 10);
      assert.equal(current.alive, true, late);
      presence.tick();
      assert.equal(current.alive, false, late);
    }
  });
}

test('what was replaced is told so once, by itself, and nobody else hears of it', () => {
  const { presence, events, diffs } = manualPresence();
  const ended = [];
  presence.connect('ada', { id: 'tab', onEnd: (reason) => ended.push(`first ${reason}`) });
  presence.tick();
  presence.connect('ada', { id: 'tab', onEnd: (reason) => ended.push(`second ${reason}`) });
  presence.tick();
  assert.deepEqual([ended, events, diffs.length, presence.connections], [['first replaced'], ['join ada'], 1, 1]);
});

test('one id is of one uid: the same of another uid is another connection', () => {
  const { presence } = manualPresence();
  const [ada, bob] = [presence.connect('ada', { id: 'tab' }), presence.connect('bob', { id: 'tab' })];
  assert.deepEqual([ada.alive, bob.alive, presence.connections], [true, true, 2]);
});
