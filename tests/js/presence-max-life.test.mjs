// maxLife: a connection ends after that, whatever it does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualPresence } from './presences.mjs';

const MAX_LIFE = 50;

function beatFor(presence, ticks, ...connections) {
  for (let tick = 0; tick < ticks; tick++) {
    for (const connection of connections) connection.beat({ active: true });
    presence.tick();
  }
}

test('a connection that beats ends after maxLife and a tick', () => {
  const { presence, events } = manualPresence({ maxLife: MAX_LIFE });
  const ended = [];
  const connection = presence.connect('ada', { onEnd: (reason) => ended.push(reason) });
  beatFor(presence, MAX_LIFE, connection);
  assert.equal(connection.alive, true);
  beatFor(presence, 1, connection);
  assert.deepEqual([connection.alive, ended, events], [false, ['expired'], ['join ada', 'leave ada expired']]);
  assert.equal(presence.stats().size, 0);
});

test('each connection has its own: the uid stays with a younger one', () => {
  const { presence, events } = manualPresence({ maxLife: MAX_LIFE });
  const old = presence.connect('ada', { meta: 'old' });
  beatFor(presence, 20, old);
  const young = presence.connect('ada', { meta: 'young' });
  beatFor(presence, MAX_LIFE - 19, old, young);
  assert.deepEqual([presence.get('ada').metas, events], [['young'], ['join ada']]);
});

test('what replaces a connection has a life of its own', () => {
  const { presence } = manualPresence({ maxLife: MAX_LIFE });
  beatFor(presence, 40, presence.connect('ada', { id: 'tab' }));
  const current = presence.connect('ada', { id: 'tab' });
  beatFor(presence, MAX_LIFE, current);
  assert.equal(current.alive, true);
  beatFor(presence, 1, current);
  assert.equal(current.alive, false);
});

test('a connection that falls silent does so before', () => {
  const { presence, events } = manualPresence({ maxLife: MAX_LIFE });
  presence.connect('ada');
  beatFor(presence, 31);
  assert.deepEqual([events, presence.stats().size], [['join ada', 'leave ada timeout'], 0]);
});

test('a connection ends once, for one reason, when both are due in one tick', () => {
  const { presence, events } = manualPresence({ maxLife: 30 });
  const ended = [];
  presence.connect('ada', { onEnd: (reason) => ended.push(reason) });
  beatFor(presence, 31);
  assert.equal(ended.length, 1);
  assert.deepEqual(events, ['join ada', `leave ada ${ended[0]}`]);
  assert.equal(presence.stats().size, 0);
});
