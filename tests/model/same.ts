// Everything that one can ask of a wheel, and of its model.

import assert from 'node:assert/strict';
import type { IdleWheel, WheelStats } from 'idlewheel';
import type { Naive } from './naive.ts';
import { UIDS, type Value } from './operations.ts';

const SLOTS = 31;
/** Of a crowd, so many are asked for. */
const MOST = 20;

export function assertSame(wheel: IdleWheel<Value>, model: Naive<Value>, tickMs: number): void {
  assert.equal(wheel.size, model.here.size, 'size');
  for (const uid of new Set([...UIDS, ...[...model.here.keys()].slice(0, MOST)])) {
    const left = model.remaining(uid);
    assert.equal(wheel.has(uid), left !== undefined, `has ${uid}`);
    assert.equal(wheel.remaining(uid), left === undefined ? undefined : left * tickMs, `remaining of ${uid}`);
    assert.equal(wheel.get(uid), model.here.get(uid)?.value, `value of ${uid}`);
  }
  const entries = [...wheel.entries()];
  assert.equal(entries.length, model.here.size, 'each is listed once');
  for (const [uid, value] of entries) assert.equal(value, (model.here.get(uid) ?? assert.fail(`${uid} is listed`)).value);
  const soonest = model.ticksToExpiry;
  const bound = wheel.ticksToExpiry;
  if (soonest === undefined) assert.equal(bound, undefined);
  else
    assert.ok(
      Number.isInteger(bound) && bound !== undefined && bound >= 1 && bound <= soonest,
      `ticksToExpiry ${bound}, in truth ${soonest}`,
    );
}

export function assertSameCounts({ size, touches, expired, now, pointer, slots }: WheelStats, model: Naive<Value>): void {
  assert.equal(size, model.here.size, 'size in stats');
  assert.equal(touches, model.touches, 'touches');
  assert.equal(expired, model.expired, 'expired');
  assert.equal(now, model.now, 'now');
  assert.equal(pointer, now % SLOTS, 'pointer');
  const filed = slots.flat().reduce((sum, uids) => sum + uids, 0);
  assert.equal(filed, size, 'each is in one slot');
}

export function assertClosed(wheel: IdleWheel<Value>): void {
  const closed = { code: 'CLOSED' };
  assert.throws(() => wheel.has('uid'), closed);
  assert.throws(() => wheel.get('uid'), closed);
  assert.throws(() => wheel.remaining('uid'), closed);
  assert.throws(() => wheel.entries(), closed);
  assert.throws(() => wheel[Symbol.iterator](), closed);
  assert.throws(() => wheel.expirations(), closed);
  assert.throws(() => wheel.on('error', () => {}), closed);
  assert.equal(wheel.ticksToExpiry, undefined);
  assert.deepEqual(wheel.close(), []);
  assert.equal(wheel.size, 0);
  assert.equal(wheel.stats().memory, 0);
}
