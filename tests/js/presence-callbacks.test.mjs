// Every method from every listener, on whomever: nobody is lost, told twice, or left behind in the wheel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertByTurns, assertSound, EVENTS, Story } from './presence-story.mjs';
import { assertMirrors } from './presences.mjs';

const METHODS = {
  connect: (story, uid) => story.connect(uid),
  'connect, replacing': (story, uid) => story.connect(uid, 'tab'),
  'connect and leave': (story, uid) => story.connect(uid).leave(),
  leave: ({ presence }, uid) => presence.leave(uid),
  'connection.leave': ({ presence }, uid) => presence.connection(uid, 'tab')?.leave(),
  'connection.lost': ({ presence }, uid) => presence.connection(uid, 'tab')?.lost(),
  'connection.beat': ({ presence }, uid) => presence.connection(uid, 'tab')?.beat(),
  'connection.beat with activity': ({ presence }, uid) => presence.connection(uid, 'tab')?.beat({ active: true }),
  'connection.update': ({ presence }, uid) => presence.connection(uid, 'tab')?.update('in a listener'),
  'leave and connect'(story, uid) {
    story.presence.leave(uid);
    story.connect(uid, 'tab');
  },
  snapshot: ({ presence }) => presence.snapshot(),
  'connect and snapshot'(story, uid) {
    story.connect(uid);
    story.presence.snapshot();
  },
  tick: ({ presence }) => presence.tick(),
  'everybody leaves'({ presence }) {
    for (const { uid } of presence) presence.leave(uid);
  },
  close: ({ presence }) => presence.close(),
};

/** Whom the call is about, given whom the event is about. */
const TARGETS = {
  'the same uid': (uid) => (typeof uid === 'string' ? uid : 'ada'),
  'another, which may be due too': (uid) => (uid === 'ada' ? 'bob' : 'ada'),
  'one that goes on': () => 'bystander',
  'a new one': () => 'new',
};

/** A story in which the method is called at the nth event of the kind. */
function tell(event, nth, method, target) {
  let count = 0;
  let nested = false;
  const story = new Story((heard, uid) => {
    if (heard !== event || nested || ++count !== nth) return;
    nested = true;
    METHODS[method](story, TARGETS[target](uid));
    nested = false;
  });
  story.play(assertSound);
  assert.deepEqual(story.problems, []);
  assert.ok(count >= nth);
  assertByTurns(story);
  if (method === 'close') return assert.deepEqual([story.presence.size, story.presence.stats().size], [0, 0]);
  story.presence.tick();
  assertMirrors(story.follower, story.presence);
  // With nobody beating all are gone in the end, and each connection has ended.
  for (let tick = 0; tick < 100; tick++) story.presence.tick();
  assertSound(story);
  assertMirrors(story.follower, story.presence);
  assert.deepEqual([story.presence.size, story.presence.stats().size], [0, 0]);
  assert.equal(story.ended, story.connected);
}

for (const event of EVENTS) {
  for (const method of Object.keys(METHODS)) {
    test(`${method} in a listener of ${event}`, () => {
      for (const target of Object.keys(TARGETS)) for (const nth of [1, 3]) tell(event, nth, method, target);
    });
  }
}

test('the story has each event', () => {
  const counts = Object.fromEntries(EVENTS.map((event) => [event, 0]));
  new Story((event) => counts[event]++).play(assertSound);
  for (const event of EVENTS) assert.ok(counts[event] >= 3, `${event}: ${counts[event]}`);
});

for (const event of EVENTS.filter((event) => event !== 'error')) {
  test(`listeners of ${event} that throw or reject change nothing, and are heard of`, async () => {
    const [quiet, throwing, rejecting] = [
      () => {},
      () => {
        throw new Error('on purpose');
      },
      () => Promise.reject(new Error('on purpose')),
    ].map((act) => {
      let count = 0;
      const story = new Story((heard) => {
        if (heard !== event) return;
        count++;
        return act();
      });
      story.play(assertSound);
      return { story, count: () => count };
    });
    await new Promise(setImmediate);
    for (const { story, count } of [throwing, rejecting]) {
      assert.deepEqual(story.watched.events, quiet.story.watched.events);
      assertMirrors(story.follower, story.presence);
      assert.ok(count() > 0);
      assert.equal(story.problems.length, count());
    }
  });
}
