// Contract, line 7: gap 'forgive' counts a gap as one tick.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  test(`${kind}: after a forgiven gap everyone has as much left as when the tick was due`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('a');
    wheel.touch('b', { timeout: 100_000 });
    host.advance(10_000);
    const before = [wheel.remaining('a'), wheel.remaining('b')];
    host.block(3_600_000);
    host.advance(0);
    assert.deepEqual([wheel.remaining('a'), wheel.remaining('b')], [before[0] - 1000, before[1] - 1000]);
    assert.equal(wheel.stats().now, 11);
    host.advance(19_999);
    assert.deepEqual(expired, []);
    host.advance(1);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['a'],
    );
  });

  test(`${kind}: who was due on the very tick that came late expires, forgiven or not`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('due');
    host.advance(1000);
    wheel.touch('later');
    host.advance(29_000);
    host.block(3_600_000);
    host.advance(0);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['due'],
    );
    host.advance(1000);
    assert.deepEqual(
      expired.map(({ uid }) => uid),
      ['due', 'later'],
    );
  });

  test(`${kind}: a forgiven gap lets a turn pass as well`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('due');
    host.advance(30_000);
    host.block(3_600_000);
    host.runTimers();
    assert.deepEqual(expired, []);
    wheel.touch('due');
    host.runImmediates();
    assert.deepEqual(expired, []);
    assert.equal(wheel.remaining('due'), 30_000);
  });

  test(`${kind}: a tick by the user forgives a gap as well`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('uid');
    host.advance(10_000);
    host.block(3_600_000);
    assert.equal(wheel.tick(), 0);
    assert.equal(wheel.remaining('uid'), 20_000);
    host.advance(0);
    assert.equal(wheel.remaining('uid'), 20_000);
  });

  test(`${kind}: any number of gaps is forgiven`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel, expired } = intervalWheel(host, { gap: 'forgive' });
    wheel.touch('uid');
    for (let gap = 0; gap < 30; gap++) {
      host.block(100_000);
      host.advance(0);
    }
    assert.deepEqual(expired, []);
    assert.equal(wheel.stats().now, 30);
    host.block(100_000);
    host.advance(0);
    assert.equal(expired.length, 1);
  });
}

test("gap 'count' is the default", (t) => {
  const host = fakeHost(t);
  const standard = intervalWheel(host);
  const counting = intervalWheel(host, { gap: 'count' });
  standard.wheel.touch('uid');
  counting.wheel.touch('uid');
  host.advance(10_000);
  host.block(60_000);
  host.advance(0);
  assert.equal(standard.expired.length, 1);
  assert.equal(counting.expired.length, 1);
});
