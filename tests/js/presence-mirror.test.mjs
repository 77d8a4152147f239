// A mirror shows what the presence knows, whenever it began to follow; and it says so when it can't.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mirror } from './presence-package.mjs';
import { assertMirrors, follow, manualPresence, overTheWire, run } from './presences.mjs';

/** Things that happen to a room, one after the other. */
const STORY = [
  (presence) => presence.connect('ada', { id: 'tab', meta: { name: 'Ada' } }),
  (presence) => presence.connect('bob', { id: 'tab' }),
  (presence) => presence.tick(),
  (presence) => presence.connect('ada', { meta: 'second' }),
  (presence) => presence.connection('ada', 'tab').update({ name: 'Ada L.' }),
  (presence) => presence.tick(),
  (presence) => presence.connect('ada', { id: 'tab' }),
  (presence) => presence.connection('ada', 'tab').lost(),
  (presence) => run(presence, 11),
  (presence) => presence.connection('bob', 'tab').beat({ active: true }),
  (presence) => presence.leave('bob'),
  (presence) => presence.connect(0),
  (presence) => presence.leave('ada'),
  (presence) => presence.connect('ada').beat({ active: true }),
  (presence) => run(presence, 31),
  (presence) => run(presence, 31),
];

test('whoever begins to follow at any point sees what the others see', () => {
  for (let from = 0; from <= STORY.length; from++) {
    const { presence } = manualPresence({ grace: 10, away: 10 });
    const first = follow(presence);
    STORY.slice(0, from).forEach((happen) => {
      happen(presence);
    });
    const late = follow(presence);
    // The snapshot told the others first, or the newcomer would be ahead of them.
    assertMirrors(first, presence);
    assertMirrors(late, presence);
    STORY.slice(from).forEach((happen) => {
      happen(presence);
    });
    presence.tick();
    assertMirrors(first, presence);
    assertMirrors(late, presence);
    assert.equal(late.mirror.version, first.mirror.version);
  }
});

for (const event of ['join', 'leave', 'away', 'back', 'update', 'diff', 'end']) {
  test(`whoever begins to follow in a listener of ${event} sees what the others see`, () => {
    const { presence } = manualPresence({ grace: 10, away: 10 });
    const before = follow(presence);
    const late = [];
    const newcomer = () => late.length < 20 && late.push(follow(presence));
    if (event !== 'end') presence.on(event, newcomer);
    const after = follow(presence);
    const { connect } = presence;
    presence.connect = (uid, options) => connect.call(presence, uid, { ...options, onEnd: event === 'end' ? newcomer : undefined });
    for (const happen of STORY) happen(presence);
    presence.tick();
    assert.ok(late.length > 0);
    for (const each of [before, after, ...late]) assertMirrors(each, presence);
  });
}

test('a change made in a listener of diff is told in a diff of its own, after the one that is being told', () => {
  const { presence } = manualPresence();
  const versions = [];
  presence.on('diff', ({ version }) => {
    if (version > 2) return;
    presence.connect(`in diff ${version}`);
    presence.snapshot();
  });
  presence.on('diff', ({ version }) => versions.push(version));
  const follower = follow(presence);
  presence.connect('ada');
  presence.tick();
  presence.tick();
  assert.deepEqual(versions, [1, 2, 3]);
  assertMirrors(follower, presence);
});

test('after a missed diff apply() is false and nothing has changed, until there is a snapshot', () => {
  const { presence, diffs } = manualPresence();
  const mirror = new Mirror(presence.snapshot());
  for (const uid of ['ada', 'bob', 'cyd']) {
    presence.connect(uid);
    presence.tick();
  }
  assert.equal(mirror.apply(diffs[0]), true);
  assert.deepEqual([mirror.apply(diffs[2]), mirror.version, mirror.size, mirror.has('cyd')], [false, 1, 1, false]);
  mirror.sync(presence.snapshot());
  assert.deepEqual([mirror.version, mirror.size], [3, 3]);
  presence.leave('ada');
  presence.tick();
  assert.deepEqual([mirror.apply(diffs[3]), mirror.version, mirror.size], [true, 4, 2]);
});

test('an old diff is no harm', () => {
  const { presence, diffs } = manualPresence();
  const connection = presence.connect('ada', { meta: 'old' });
  presence.tick();
  connection.update('new');
  presence.connect('bob');
  presence.tick();
  const mirror = new Mirror(presence.snapshot());
  for (const diff of [...diffs, ...diffs.toReversed()]) {
    assert.equal(mirror.apply(diff), true);
    assert.deepEqual([mirror.version, mirror.size, mirror.get('ada').metas], [2, 2, ['new']]);
  }
});

test('a diff of another epoch, as after a restart, is not applied, and neither is one without a snapshot before it', () => {
  const [before, after] = [manualPresence(), manualPresence()];
  const mirror = new Mirror();
  assert.deepEqual([mirror.version, mirror.size, mirror.list()], [0, 0, []]);
  after.presence.connect('bob');
  after.presence.tick();
  assert.equal(mirror.apply(after.diffs[0]), false);
  mirror.sync(before.presence.snapshot());
  assert.deepEqual([mirror.apply(after.diffs[0]), mirror.size, mirror.version], [false, 0, 0]);
  mirror.sync(after.presence.snapshot());
  assert.deepEqual([mirror.size, mirror.version], [1, 1]);
});

test('a snapshot takes the place of all that was there', () => {
  const { presence } = manualPresence();
  presence.connect('ada');
  const mirror = new Mirror(presence.snapshot());
  presence.leave('ada');
  presence.connect('bob');
  mirror.sync(presence.snapshot());
  assert.deepEqual([mirror.version, mirror.list()], [2, presence.list()]);
});

test('what is no snapshot or diff is refused, and nothing of it is taken', () => {
  const { presence } = manualPresence();
  presence.connect('ada');
  const snapshot = overTheWire(presence.snapshot());
  const mirror = new Mirror(snapshot);
  const diff = { epoch: snapshot.epoch, version: 2, joined: [], left: ['ada'], changed: [] };
  const bob = { uid: 'bob', away: false, metas: [] };
  const refused = (act, message) => {
    assert.throws(act, { name: 'TypeError', message });
    assert.deepEqual([mirror.version, mirror.list()], [1, snapshot.present]);
  };
  for (const bad of [undefined, null, 'text', 5]) {
    if (bad !== undefined) refused(() => new Mirror(bad), /^snapshot is .+; it takes an object$/);
    refused(() => mirror.sync(bad), /^snapshot is .+; it takes an object$/);
    refused(() => mirror.apply(bad), /^diff is .+; it takes an object$/);
  }
  refused(() => mirror.sync({ ...snapshot, epoch: 1 }), 'snapshot.epoch is 1; it takes a string');
  refused(() => mirror.sync({ ...snapshot, version: '2' }), 'snapshot.version is "2"; it takes a whole number');
  refused(() => mirror.apply({ ...diff, version: 1.5 }), 'diff.version is 1.5; it takes a whole number');
  refused(() => mirror.sync(diff), 'snapshot.present is undefined; it takes an array');
  refused(() => mirror.apply(snapshot), 'diff.joined is undefined; it takes an array');
  refused(() => mirror.apply({ ...diff, left: 'ada' }), 'diff.left is "ada"; it takes an array');
  refused(() => mirror.apply({ ...diff, left: [{}] }), 'diff.left has an object in it; it takes uids');
  refused(() => mirror.apply({ ...diff, changed: {} }), 'diff.changed is an object; it takes an array');
  const ofPeople = 'it takes those who are here, each with uid, away and metas';
  for (const bad of [null, 'bob', {}, { ...bob, uid: 1.5 }, { ...bob, away: 'no' }, { ...bob, metas: null }]) {
    const message = new RegExp(`^snapshot\\.present has .+ in it; ${ofPeople}$`);
    refused(() => mirror.sync({ ...snapshot, version: 2, present: [bob, bad] }), message);
    refused(() => mirror.apply({ ...diff, joined: [bob, bad] }), new RegExp(`^diff\\.joined has .+ in it; ${ofPeople}$`));
  }
});

test('a mirror is looked at like a presence', () => {
  const { presence } = manualPresence();
  presence.connect('ada', { meta: 1 });
  presence.connect(7);
  const mirror = new Mirror(presence.snapshot());
  assert.deepEqual([...mirror], presence.list());
  assert.deepEqual(mirror.list(), presence.list());
  assert.deepEqual([mirror.has('ada'), mirror.has(7), mirror.has('7'), mirror.size], [true, true, false, 2]);
  assert.deepEqual([mirror.get('ada'), mirror.get('bob')], [{ uid: 'ada', away: false, metas: [1] }, undefined]);
});
