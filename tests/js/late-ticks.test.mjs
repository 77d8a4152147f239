// Contract, line 6: a call that comes late by a tick or more catches up in one go, but first lets one turn of the event loop pass.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  // camunda #767: missed ticks are never caught up there, either.
  test(`${kind}: a tick that comes late counts all the whole ticks that have passed (go-zero #3619)`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(20_500);
    host.advance(0);
    assert.equal(wheel.stats().now, 21);
    assert.equal(wheel.remaining('uid'), 10_000);
    assert.deepEqual(expired, []);
  });

  test(`${kind}: what a tick came late by is not made up by a shorter one`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(20_500);
    host.advance(0);
    host.advance(999);
    assert.equal(wheel.stats().now, 21);
    host.advance(1);
    assert.equal(wheel.stats().now, 22);
    host.advance(8999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.deepEqual(expired, [{ uid: 'uid', at: 31_500 }]);
  });

  test(`${kind}: whoever fell silent during the gap expires at its end, once`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(5000);
    host.block(3_600_000);
    host.advance(100_000);
    assert.deepEqual(expired, [{ uid: 'uid', at: 3_605_000 }]);
    assert.equal(wheel.size, 0);
  });

  test(`${kind}: whoever was touched since the tick before counts as touched now`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touchMany(['silent', 'talking']);
    host.advance(1500);
    wheel.touch('talking');
    host.block(3_600_000);
    host.advance(0);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['silent'],
    );
    assert.equal(wheel.remaining('talking'), 30_000);
    host.advance(29_999);
    assert.equal(wheel.has('talking'), true);
    host.advance(1);
    assert.equal(wheel.has('talking'), false);
  });

  test(`${kind}: a late tick judges nobody before one turn of the loop, and who is touched in that turn stays`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touchMany(['silent', 'waiting in the socket']);
    host.advance(10_000);
    host.block(60_000);
    host.runTimers();
    assert.deepEqual(expired, []);
    assert.equal(wheel.size, 2);
    assert.equal(host.waitingImmediates, 1);
    assert.equal(wheel.touch('waiting in the socket'), false);
    host.runImmediates();
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['silent'],
    );
    assert.equal(wheel.remaining('waiting in the socket'), 30_000);
  });

  test(`${kind}: what arrives new in that turn counts as touched now`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(60_000);
    host.runTimers();
    wheel.touch('new');
    host.runImmediates();
    assert.equal(wheel.has('uid'), false);
    assert.equal(wheel.remaining('new'), 30_000);
  });

  test(`${kind}: a tick late by less than a tick is judged in place`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(30_000);
    host.block(1990);
    host.runTimers();
    assert.equal(host.calls.setImmediate, 0);
    assert.equal(wheel.stats().now, 31);
    assert.equal(expired.length, 1);
  });

  test(`${kind}: a tick late by exactly a tick lets a turn pass`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(29_000);
    host.block(2000);
    host.runTimers();
    assert.equal(host.waitingImmediates, 1);
    assert.deepEqual(expired, []);
    host.runImmediates();
    assert.equal(wheel.stats().now, 31);
    assert.equal(expired.length, 1);
  });

  test(`${kind}: ticks on time ask for no turn`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(25_000);
    assert.equal(host.calls.setImmediate, 0);
    assert.equal(wheel.stats().now, 25);
  });

  test(`${kind}: a second late call before the turn has come counts nothing twice`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(5000);
    host.runTimers();
    host.block(5000);
    host.runTimers();
    host.advance(0);
    assert.equal(wheel.stats().now, 11);
    host.advance(19_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.equal(expired.length, 1);
  });

  test(`${kind}: the turn's own lateness is counted too`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.advance(1000);
    host.block(5000);
    host.runTimers();
    host.block(3000);
    host.runImmediates();
    host.advance(0);
    assert.equal(wheel.stats().now, 9);
  });

  test(`${kind}: close() before the turn has come: nobody expires in it`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.block(60_000);
    host.runTimers();
    assert.deepEqual(wheel.close(), [['uid', undefined]]);
    host.advance(60_000);
    assert.deepEqual(expired, []);
  });

  test(`${kind}: clear() before the turn has come: nobody expires in it, and the next uid starts afresh`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('uid');
    host.block(60_000);
    host.runTimers();
    wheel.clear();
    wheel.touch('next');
    host.advance(30_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['next'],
    );
  });

  test(`${kind}: a tick by the user before the turn has come does its work, and the turn finds nothing left`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host);
    wheel.touchMany(['a', 'b']);
    host.advance(1000);
    wheel.touch('b');
    host.block(60_000);
    host.runTimers();
    assert.equal(wheel.tick(), 1);
    assert.equal(wheel.stats().now, 61);
    host.runImmediates();
    assert.equal(wheel.stats().now, 61);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['a'],
    );
  });

  // lightning #3951: the same in a hidden tab, whose timers run once a minute.
  test(`${kind}: socket.io #4040: with one call a minute only those who are silent expire`, (t) => {
    const host = fakeHost(t, { kind });
    host.lateness = () => 59_000;
    const { wheel, expired } = intervalWheel(host);
    wheel.touch('talking');
    for (let second = 0; second < 600; second += 10) {
      wheel.touch('talking');
      host.advance(10_000);
    }
    assert.deepEqual(expired, []);
    host.advance(180_000);
    assert.equal(expired.length, 1);
  });
}

test('a host without setImmediate gives a turn of its own', async (t) => {
  const host = fakeHost(t, { kind: 'browser' });
  globalThis.setImmediate = undefined;
  const { wheel, expired } = intervalWheel(host);
  wheel.touchMany(['silent', 'waiting in the socket']);
  host.advance(10_000);
  host.block(60_000);
  host.runTimers();
  assert.deepEqual(expired, []);
  await null;
  assert.deepEqual(expired, [], 'a microtask is no turn');
  wheel.touch('waiting in the socket');
  const deadline = process.hrtime.bigint() + 10_000_000_000n;
  while (expired.length === 0 && process.hrtime.bigint() < deadline) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.deepEqual(
    expired.map(({ uid }) => uid),
    ['silent'],
  );
  assert.equal(wheel.has('waiting in the socket'), true);
});
