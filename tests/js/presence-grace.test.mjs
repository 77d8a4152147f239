// klangk #246, poxa #67: a reload shows that somebody left and joined. Within its grace a uid comes back, and nobody is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalPresence, manualPresence, run } from './presences.mjs';

const GRACE = 10;

for (const [how, lose] of Object.entries({
  'was lost': (_, connection) => connection.lost(),
  'fell silent': (presence) => run(presence, 31),
})) {
  test(`a uid whose last connection ${how} comes back in time: no event, and no diff`, () => {
    const { presence, events, diffs } = manualPresence({ grace: GRACE });
    const connection = presence.connect('ada', { id: 'tab', meta: { tab: 1 } });
    lose(presence, connection);
    assert.deepEqual([presence.has('ada'), presence.connections, connection.alive], [true, 0, false]);
    run(presence, GRACE);
    presence.connect('ada', { id: 'tab', meta: { tab: 1 } });
    for (let tick = 0; tick < 100; tick++) {
      presence.connection('ada', 'tab').beat();
      presence.tick();
    }
    assert.deepEqual([events, diffs.length], [['join ada'], 1]);
  });
}

test('who does not come back leaves a grace and a tick later, with the reason of the loss', () => {
  const { presence, events } = manualPresence({ grace: GRACE });
  presence.connect('ada').lost();
  presence.connect('bob');
  run(presence, GRACE);
  assert.equal(presence.has('ada'), true);
  presence.tick();
  assert.deepEqual([presence.has('ada'), events], [false, ['join ada', 'join bob', 'leave ada closed']]);
  run(presence, 31 - GRACE - 1 + GRACE);
  assert.equal(presence.has('bob'), true);
  presence.tick();
  assert.deepEqual(events.slice(3), ['leave bob timeout']);
});

test('who left by itself, and whose connection had lived for maxLife, has no grace', () => {
  const { presence, events } = manualPresence({ grace: GRACE, maxLife: 5 });
  presence.connect('ada').leave();
  presence.connect('bob');
  run(presence, 6);
  assert.deepEqual(events, ['join ada', 'leave ada left', 'join bob', 'leave bob expired']);
});

test('the grace is for the last connection only, and begins anew with each loss', () => {
  const { presence, events } = manualPresence({ grace: GRACE, timeout: 100 });
  const [first, second] = [presence.connect('ada'), presence.connect('ada')];
  first.lost();
  run(presence, GRACE + 1);
  assert.equal(presence.has('ada'), true);
  second.lost();
  run(presence, GRACE);
  const third = presence.connect('ada');
  run(presence, GRACE * 2);
  third.lost();
  run(presence, GRACE);
  assert.deepEqual(events, ['join ada']);
  presence.tick();
  assert.deepEqual(events, ['join ada', 'leave ada closed']);
});

test('meanwhile the uid is here as it was: in size, list and snapshot, with the metadata of what it lost; but none of its connections is', () => {
  const { presence } = manualPresence({ grace: GRACE });
  const [first, last] = [presence.connect('ada', { meta: 'first' }), presence.connect('ada', { id: 'last', meta: 'last' })];
  first.lost();
  last.lost();
  const ada = { uid: 'ada', away: false, metas: ['last'] };
  assert.deepEqual([presence.size, presence.connections], [1, 0]);
  assert.deepEqual([presence.get('ada'), presence.list(), presence.snapshot().present], [ada, [ada], [ada]]);
  assert.equal(presence.connection('ada', 'last'), undefined);
});

test('leave(uid) ends a grace at once', () => {
  const { presence, events } = manualPresence({ grace: GRACE });
  presence.connect('ada').lost();
  assert.equal(presence.leave('ada'), true);
  assert.deepEqual([presence.has('ada'), presence.stats().size], [false, 0]);
  run(presence, 50);
  assert.deepEqual(events, ['join ada', 'leave ada left']);
});

test('who is back with other metadata has changed, and neither left nor joined', () => {
  const { presence, diffs } = manualPresence({ grace: GRACE });
  presence.connect('ada', { meta: 'old' }).lost();
  presence.tick();
  presence.connect('ada', { meta: 'new' });
  presence.tick();
  const changed = [{ uid: 'ada', away: false, metas: ['new'] }];
  assert.deepEqual([diffs[1].joined, diffs[1].left, diffs[1].changed], [[], [], changed]);
});

test('grace: 0 is none', () => {
  const { presence, events } = manualPresence({ grace: 0 });
  presence.connect('ada').lost();
  assert.deepEqual(events, ['join ada', 'leave ada closed']);
});

test('the timer that runs for the last connection goes on for its grace', (t) => {
  const host = fakeHost(t);
  const { presence } = intervalPresence({ grace: 10_000 });
  const connection = presence.connect('ada');
  connection.lost();
  presence.connect('ada');
  assert.deepEqual([host.calls.setInterval, host.calls.clearInterval], [1, 0]);
});
