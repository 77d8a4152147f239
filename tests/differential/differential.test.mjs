// One recorded trace through the plain ring, a setTimeout for each uid, and the wheel: who expires, in which of their lives, and how late.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { seeded } from '../js/seeded.mjs';
import { GREY, generate, RECORDED, TICK, TIMEOUT } from './generate.mjs';
import { RingWithFalsySlot, RingWithSlotMinusOne } from './ring.mjs';
import { throughIntervalWheel, throughManualWheel, throughRing, throughTimeouts } from './runs.mjs';
import { format, inOrder, recorded, TRACE_FILE } from './trace.mjs';

const events = recorded();
const minutes = (ms) => ms / 60_000;

/** Ticks of such a host are late by up to so much; what those of a timeout are late by together stays within the trace's grey zone. */
const LATE_TICKS = 250;
const MOST_LATE = (TIMEOUT / TICK + 1) * LATE_TICKS;

/** Each run's lateness, for the table at the end. */
const summary = [];

function noted(name, record) {
  summary.push({ name, expiries: record.expiries.length, ...record.lateness });
  return record;
}

/** Nobody is left, and what it answered fits what it did. */
function assertConsistent(record) {
  assert.deepEqual(record.contradictions.slice(0, 5), []);
  assert.equal(record.size, 0, 'everybody has expired or left in the end');
}

function assertLateness(record, least, most) {
  const { min, max } = record.lateness;
  assert.ok(min >= least && max <= most, `from ${min} to ${max} ms late`);
}

describe('the recorded trace', () => {
  test('is what its generator makes', () => {
    assert.ok(readFileSync(TRACE_FILE, 'utf8') === format(generate(RECORDED)), 'run node tests/differential/generate.mjs');
  });

  test('has beats, bursts, leaves, own timeouts, lives after lives, and a time when nobody is here', () => {
    const touches = new Map();
    for (const { at, uid, leaves } of events) if (!leaves) touches.set(uid, [...(touches.get(uid) ?? []), at]);
    const pauses = [...touches.values()].flatMap((times) => times.slice(1).map((at, i) => at - times[i]));
    const count = (isSo) => pauses.filter(isSo).length;
    assert.ok(touches.size >= 2000 && events.length >= 40_000, `${events.length} events of ${touches.size} uids`);
    assert.ok(minutes(events.at(-1).at) > 180);
    assert.ok(events.filter(({ leaves }) => leaves).length > 500);
    assert.ok(events.filter(({ timeout }) => timeout !== undefined).length > 500);
    assert.ok(count((ms) => ms > TIMEOUT + GREY) > 1000, 'reconnects');
    assert.ok(count((ms) => ms < 300) > 2000, 'bursts');
    assert.ok(count((ms) => ms < TIMEOUT && ms >= TIMEOUT - 50) > 100, 'beats at the last moment');
    assert.ok(
      events.some(({ at }, i) => i > 0 && at - events[i - 1].at > 10 * TIMEOUT),
      'silence of everybody',
    );
  });
});

describe('the recorded trace through each of them', () => {
  const ring = noted('ring of 31 Sets', throughRing(events));
  const manual = noted('wheel, manual driver', throughManualWheel(events));

  test('the ring: everybody expires, between the timeout and one tick more', () => {
    assertConsistent(ring);
    assertLateness(ring, 0, TICK);
    assert.ok(ring.expiries.length > 2000);
  });

  test('a setTimeout for each uid: the same uids in the same lives, to the ms', (t) => {
    const timeouts = noted('setTimeout per uid', throughTimeouts(t, events));
    assertConsistent(timeouts);
    assert.deepEqual(timeouts.keys, ring.keys);
    assertLateness(timeouts, 0, 0);
  });

  test('the wheel, ticked by hand: the same, each in the very tick of the ring', () => {
    assertConsistent(manual);
    assert.deepEqual(manual.keysAndTimes, ring.keysAndTimes);
    assertLateness(manual, 0, TICK);
  });

  for (const kind of ['node', 'browser']) {
    test(`the wheel on intervals such as ${kind}'s: the same, each in the very tick of the ring`, (t) => {
      const wheel = noted(`wheel, interval driver (${kind})`, throughIntervalWheel(t, events, { kind }));
      assertConsistent(wheel);
      assert.deepEqual(wheel.keysAndTimes, ring.keysAndTimes);
      assertLateness(wheel, 0, TICK);
    });

    test(`the wheel on late intervals such as ${kind}'s: the same, and no later than a tick and what those were late by`, (t) => {
      const random = seeded(1);
      const late = () => Math.floor(random() * LATE_TICKS);
      const wheel = noted(`wheel, ticks late by up to ${LATE_TICKS} ms (${kind})`, throughIntervalWheel(t, events, { kind, late }));
      assertConsistent(wheel);
      assert.deepEqual(wheel.keys, ring.keys);
      assertLateness(wheel, 0, TICK + MOST_LATE);
    });
  }

  after(() => {
    for (const line of table(summary)) console.log(line);
  });
});

describe('the well-known bugs of the ring in JavaScript are seen', () => {
  const right = throughRing(events);

  test('slot 0 taken for none: who is touched there expires all the same', () => {
    const wrong = throughRing(events, RingWithFalsySlot);
    assert.notDeepEqual(wrong.keys, right.keys);
    assert.ok(wrong.contradictions.length > 0);
    assert.ok(wrong.lateness.min < 0, 'some are early');
  });

  test('the slot behind slot 0 taken for -1: who is filed there never expires', () => {
    const wrong = throughRing(events, RingWithSlotMinusOne);
    assert.notDeepEqual(wrong.keys, right.keys);
    assert.ok(wrong.size > 0, 'some are left for ever');
    assert.ok(wrong.expiries.length < right.expiries.length);
  });
});

describe('other traces', () => {
  for (let seed = 1; seed <= 10; seed++) {
    test(`seed ${seed}: where silences end around the timeout too, the wheel and the ring expire the same uids in the same ticks`, (t) => {
      const greyEvents = inOrder(generate({ seed, uids: 300, grey: true }));
      const ring = throughRing(greyEvents);
      assertConsistent(ring);
      for (const wheel of [throughManualWheel(greyEvents), throughIntervalWheel(t, greyEvents)]) {
        assertConsistent(wheel);
        assert.deepEqual(wheel.keysAndTimes, ring.keysAndTimes);
      }
    });
  }

  test('with timeouts of up to ten hours, for which the ring has no slots, the wheel expires whom setTimeout does', (t) => {
    const longEvents = inOrder(generate({ seed: 1, uids: 300, longest: 36_000_000 }));
    assert.ok(longEvents.some(({ timeout }) => timeout > 20_000_000));
    const timeouts = throughTimeouts(t, longEvents);
    assertConsistent(timeouts);
    for (const wheel of [throughManualWheel(longEvents), throughIntervalWheel(t, longEvents)]) {
      assertConsistent(wheel);
      assert.deepEqual(wheel.keys, timeouts.keys);
      assertLateness(wheel, 0, TICK);
    }
  });
});

function table(rows) {
  const cells = rows.map(({ name, expiries, min, mean, max }) => [name, expiries, min, mean.toFixed(1), max]);
  return [['lateness in ms', 'expiries', 'min', 'mean', 'max'], ...cells].map(([name, ...numbers]) =>
    [name.padEnd(42), ...numbers.map((number) => `${number}`.padStart(9))].join(''),
  );
}
