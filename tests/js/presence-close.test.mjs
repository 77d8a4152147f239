// close(): who was still here, no events, and after it CLOSED.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalPresence, manualPresence, run } from './presences.mjs';

test('close() gives who was here, once, and nobody is told anything', () => {
  const { presence, events, diffs } = manualPresence({ grace: 10, away: 10, maxLife: 20 });
  const ended = [];
  const connection = presence.connect('ada', { meta: 1, onEnd: (reason) => ended.push(reason) });
  presence.connect('bob').lost();
  const here = presence.list();
  const count = events.length;
  assert.deepEqual(presence.close(), here);
  assert.deepEqual(presence.close(), []);
  assert.deepEqual([events.length, diffs, ended], [count, [], []]);
  assert.deepEqual([presence.size, presence.connections, presence.stats().size], [0, 0, 0]);
  assert.deepEqual([connection.alive, connection.beat({ active: true }), connection.update(2)], [false, false, false]);
  assert.deepEqual([connection.leave(), connection.lost(), connection.uid, connection.meta], [false, false, 'ada', 1]);
});

test('after close() every other call is CLOSED', () => {
  const { presence } = manualPresence();
  presence.connect('ada');
  presence.close();
  for (const [name, call] of Object.entries({
    connect: () => presence.connect('ada'),
    connection: () => presence.connection('ada', 'tab'),
    leave: () => presence.leave('ada'),
    has: () => presence.has('ada'),
    get: () => presence.get('ada'),
    list: () => presence.list(),
    iterate: () => [...presence],
    snapshot: () => presence.snapshot(),
    tick: () => presence.tick(),
    on: () => presence.on('join', () => {}),
  })) {
    assert.throws(call, { name: 'IdleWheelError', code: 'CLOSED', message: 'the presence is closed' }, name);
  }
});

test('using closes it, and an iterator that runs ends', () => {
  const { presence } = manualPresence();
  for (const uid of ['ada', 'bob', 'cyd']) presence.connect(uid);
  const seen = [];
  for (const { uid } of presence) {
    seen.push(uid);
    presence[Symbol.dispose]();
  }
  assert.deepEqual(seen, ['ada']);
});

test('an iterator survives changes made while it runs', () => {
  const { presence } = manualPresence();
  for (const uid of ['ada', 'bob', 'cyd']) presence.connect(uid);
  const seen = [];
  for (const { uid } of presence) {
    seen.push(uid);
    if (uid !== 'ada') continue;
    presence.leave('bob');
    presence.connect('dan');
  }
  assert.deepEqual(seen, ['ada', 'cyd', 'dan']);
});

for (const event of ['join', 'leave', 'away', 'back', 'update', 'diff', 'end']) {
  test(`close() in a listener of ${event}: nobody hears of anything after it`, () => {
    const { presence, events, diffs } = manualPresence({ away: 10 });
    let closed = false;
    const close = () => {
      if (!closed) presence.close();
      closed = true;
    };
    const all = ['ada', 'bob'].map((uid) => presence.connect(uid, { onEnd: event === 'end' ? close : undefined }));
    if (event !== 'end') presence.on(event, close);
    const heard = () => [events.length, diffs.length];
    let last;
    const steps = [
      () => all[0].update(1),
      () => run(presence, 11),
      () => all[0].beat({ active: true }),
      () => presence.connect('cyd'),
      () => run(presence, 20),
      () => run(presence, 11),
    ];
    for (const step of steps) {
      try {
        step();
      } catch (error) {
        assert.equal(error.code, 'CLOSED');
      }
      if (closed) last ??= heard();
    }
    assert.ok(closed);
    assert.deepEqual(heard(), last);
    assert.deepEqual([presence.size, presence.connections, presence.stats().size], [0, 0, 0]);
  });
}

test('close() in a tick: no diff says that those have left who were still here', () => {
  const { presence, diffs } = manualPresence();
  presence.connect('ada');
  run(presence, 10);
  const { length } = diffs;
  const bob = presence.connect('bob');
  presence.on('leave', () => presence.close());
  run(presence, 20);
  bob.beat();
  const before = diffs.length;
  presence.tick();
  assert.deepEqual([length, before, diffs.length, presence.size], [1, 2, 2, 0]);
});

test('close() in a listener of diff: one that waits behind it is not told any more', () => {
  const { presence, diffs } = manualPresence();
  presence.on('diff', () => {
    presence.connect('bob');
    presence.snapshot();
    presence.close();
  });
  presence.connect('ada');
  presence.tick();
  assert.deepEqual(
    diffs.map(({ version }) => version),
    [1],
  );
});

test('a diff that waits for its turn is not told after close(), and no timer is left', (t) => {
  const host = fakeHost(t);
  const { presence, diffs } = intervalPresence();
  presence.connect('ada');
  presence.close();
  host.advance(60_000);
  assert.deepEqual([diffs, host.intervals], [[], []]);
});
