// Turns of the host's loop that are themselves slow: what arrived in one is read before anyone is judged, and a turn that comes late is a turn.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel, uidsNamed } from './wheels.mjs';

/** A wheel whose uid is nearly due, on a host that was blocked and has asked for a turn. */
const blockedOnce = (t) => {
  const host = fakeHost(t);
  const made = intervalWheel(host, { timeout: 2000, tick: 100 });
  made.wheel.touch('uid');
  host.advance(1700);
  host.block(250);
  host.runTimers();
  return { host, ...made };
};

// undici #3410, for a loop that is blocked twice in a row.
test('who beat while the turn itself was blocked is read in another one, and lives', (t) => {
  const { host, wheel, expired } = blockedOnce(t);
  host.block(3000);
  host.runImmediates();
  assert.equal(wheel.has('uid'), true, 'not judged yet: messages came while the turn was blocked');
  assert.equal(wheel.touch('uid'), false);
  host.runImmediates();
  assert.equal(wheel.stats().now, 49);
  assert.deepEqual(expired, []);
});

test('who did not beat expires in that other turn, and where each is blocked, in the fourth', (t) => {
  for (const blocks of [1, 2, 3, 10]) {
    const { host, expired } = blockedOnce(t);
    let turns = 0;
    while (expired.length === 0) {
      if (turns < blocks) host.block(3000);
      host.runImmediates();
      turns++;
    }
    assert.equal(turns, Math.min(blocks, 3) + 1);
    assert.equal(host.waitingImmediates, 0);
  }
});

for (const maxPerTurn of [1, 10_000]) {
  test(`where each turn comes later than a tick all expire, ${maxPerTurn} a turn`, (t) => {
    const host = fakeHost(t);
    const turns = [];
    globalThis.setImmediate = (run) => {
      turns.push({ at: host.time + 25, run });
      return {};
    };
    const { wheel, expired } = intervalWheel(host, { tick: 10, timeout: 50, maxPerTurn });
    wheel.touchMany(uidsNamed('uid', 5));
    for (let time = 0; time < 500; time += 5) {
      host.advance(5);
      while (turns[0]?.at <= host.time) turns.shift().run();
    }
    assert.equal(expired.length, 5);
  });
}

test('turns that a host runs while a listener is called are not asked for again and again', (t) => {
  const host = fakeHost(t);
  const { wheel, expired } = intervalWheel(host, { timeout: 1000 });
  wheel.on('expire', () => host.advance(0));
  wheel.touch('uid');
  host.advance(1000);
  host.block(3000);
  host.runTimers();
  const asked = host.calls.setImmediate;
  assert.equal(wheel.tick(), 1);
  assert.equal(host.calls.setImmediate, asked);
  assert.equal(expired.length, 1);
});
