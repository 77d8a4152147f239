// What the benchmark makes of its numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Beats } from '../../bench/speed/beats.mjs';
import { allCases } from '../../bench/speed/cases/index.mjs';
import { Cohorts } from '../../bench/speed/cohorts.mjs';
import { sections } from '../../bench/speed/page.mjs';
import { cellsOf } from '../../bench/speed/run.mjs';
import { median, ratios, spread } from '../../bench/speed/statistics.mjs';
import { tables } from '../../bench/speed/table.mjs';
import { check } from '../../bench/speed/targets.mjs';
import { Uids } from '../../bench/speed/uids.mjs';

const touched = (peer, ...ns) => ({
  caseName: 'touch',
  kind: 'fresh-uuid',
  size: 1_000,
  peer,
  runs: ns.map((n) => ({ ns: n, meanNs: n })),
});

test('the median is the middle one by size, or between the two in the middle', () => {
  assert.equal(median([100, 9, 20]), 20);
  assert.equal(median([100, 9, 20, 30]), 25);
  assert.throws(() => median([]), /the median of nothing/);
  assert.deepEqual(spread([3, 1, 2]), { median: 2, min: 1, max: 3 });
});

test('ratios are taken round by round, before the median', () => {
  assert.deepEqual(ratios([1, 2, 4], [10, 10, 10]), { median: 5, min: 2.5, max: 10 });
});

test('a table says how many times as long the ring takes', () => {
  const text = tables([touched('ring', 100, 300), touched('idlewheel', 50, 100)], allCases);
  assert.match(text, /^touch: ns per touch; fresh-uuid, 1 000 uids$/m);
  assert.match(text, /^ {2}idlewheel +75 +50–100 +2\.5 +2–3$/m);
});

test('the page has the same figures', () => {
  const [text] = sections([touched('ring', 100, 300), touched('idlewheel', 50, 100)], allCases);
  assert.match(text, /^\| \*\*idlewheel\*\* \| 75 \| 2\.5 \|$/m);
});

test('a target holds or misses by the median of the ratios, against the peer that is nearest', () => {
  const results = [touched('ring', 180), touched('idlewheel', 100), touched('refresh', 90), touched('timeout', 500)];
  const lines = check(results).map(({ about, measured, holds }) => [about, measured, holds]);
  assert.deepEqual(lines, [
    ['touch, fresh uuid', '1.8 × (ring)', true],
    ['touch, fresh uuid, against other peers', '0.9 × (refresh)', false],
  ]);
});

test('everybody beats once in ten ticks, each time in another order', () => {
  const beats = new Beats(1_003);
  const round = () => {
    const uids = [];
    for (let tick = 0; tick < 10; tick++) {
      beats.next();
      uids.push(...beats.order.slice(beats.from, beats.to));
    }
    return uids;
  };
  const [first, second] = [round(), round()];
  assert.equal(new Set(first).size, 1_003);
  assert.equal(new Set(second).size, 1_003);
  assert.notDeepEqual(first, second);
});

for (const [kind, looksRight] of [
  ['uuid', (uid) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(uid)],
  ['short', (uid) => /^u\d{1,7}$/.test(uid)],
  ['integer', Number.isSafeInteger],
]) {
  test(`uids of the kind ${kind} are all different, and the same each time they are parsed`, () => {
    const count = 20_000;
    const uids = new Uids(kind, count);
    const order = Uint32Array.from({ length: count }, (_, i) => i);
    const some = (from, to) => uids.parse(order, from, to);
    const all = Array.from({ length: 20 }, (_, i) => some(i * 1_000, (i + 1) * 1_000)).flat();
    assert.equal(new Set(all).size, count);
    assert.ok(all.every(looksRight));
    assert.deepEqual(some(5, 8), all.slice(5, 8));
    assert.deepEqual(uids.parseMany(order, 5, 10, 2), [all.slice(5, 7), all.slice(7, 9), all.slice(9, 10)]);
  });
}

test('sizes that were asked for are those that a case has, or are nobody’s own', () => {
  const aCase = { name: 'x', kinds: ['k'], sizes: [1_000, 100_000], takes: () => true };
  const sizes = (asked) => cellsOf([aCase], [{}], { sizes: asked }).map(({ size }) => size);
  assert.deepEqual(sizes(undefined), [1_000, 100_000]);
  assert.deepEqual(sizes([1_000, 1_000_000]), [1_000]);
  assert.deepEqual(sizes([500]), [500]);
});

test('cohorts arrive over thirty ticks, and then everybody beats once in ten', () => {
  const cohorts = new Cohorts(1_003, 1);
  const beatsOf = (ticks) => {
    const uids = [];
    for (let tick = 0; tick < ticks; tick++) cohorts.next((uid) => uids.push(uid));
    return uids;
  };
  for (const ticks of [30, 10, 10]) {
    const uids = beatsOf(ticks);
    assert.equal(uids.length, 1_003);
    assert.equal(new Set(uids).size, 1_003);
  }
});
