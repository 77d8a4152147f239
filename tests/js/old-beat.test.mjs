// Contract, line 5: what a tick came late by is not made up by a shorter one, and no tick is skipped for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalWheel } from './wheels.mjs';

for (const kind of ['node', 'browser']) {
  for (const late of [2, 20, 300, 700, 990]) {
    test(`${kind}: after a tick that came ${late} ms late the next one comes a whole tick later`, (t) => {
      const host = fakeHost(t, { kind });
      const { wheel } = intervalWheel(host);
      wheel.touch('uid');
      host.advance(4000);
      host.block(1000 + late);
      host.advance(0);
      assert.equal(wheel.stats().now, 5);
      assert.equal(wheel.stats().lateBy, late);
      for (let tick = 6; tick <= 12; tick++) {
        host.advance(999);
        assert.equal(wheel.stats().now, tick - 1, `tick ${tick} is not shorter`);
        host.advance(1);
        assert.equal(wheel.stats().now, tick, `tick ${tick} is not skipped`);
        assert.equal(wheel.stats().lateBy, 0);
      }
      assert.equal(host.intervals.length, 1);
    });

    test(`${kind}: with each tick ${late} ms late none is skipped and none is shorter`, (t) => {
      const host = fakeHost(t, { kind });
      host.lateness = () => late;
      const { wheel, expired } = intervalWheel(host);
      wheel.touch('uid');
      host.advance(31 * (1000 + late) - 1);
      assert.equal(wheel.stats().now, 30);
      host.advance(1);
      assert.equal(expired.length, 1);
      assert.equal(expired[0].at, 31 * (1000 + late));
    });
  }

  test(`${kind}: after a gap of many ticks the next one comes a whole tick later`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host, { timeout: 600_000 });
    wheel.touch('uid');
    host.advance(4000);
    host.block(60_300);
    host.advance(0);
    assert.equal(wheel.stats().now, 64);
    host.advance(999);
    assert.equal(wheel.stats().now, 64);
    host.advance(1);
    assert.equal(wheel.stats().now, 65);
    host.advance(1000);
    assert.equal(wheel.stats().now, 66);
  });

  test(`${kind}: ticks on time arm the interval once and for all`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host, { timeout: 600_000 });
    wheel.touch('uid');
    host.advance(500_000);
    assert.equal(host.calls.setInterval, 1);
    assert.equal(host.calls.clearInterval, 0);
  });

  test(`${kind}: an interval armed anew has the wheel's tick, and is unrefed again`, (t) => {
    const host = fakeHost(t, { kind });
    const { wheel } = intervalWheel(host);
    wheel.touch('uid');
    host.block(1300);
    host.advance(0);
    assert.deepEqual(
      host.intervals.map(({ period }) => period),
      [1000],
    );
    if (kind === 'node')
      assert.deepEqual(
        host.intervals.map(({ refed }) => refed),
        [false],
      );
  });
}
