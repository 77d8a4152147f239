// What idlewheel is to show, and whether a run shows it.

import { short, sizeName } from './format.mjs';
import { median, ratios } from './statistics.mjs';

const SIZES = [1_000, 100_000, 1_000_000];
const MILLION = 1_000_000;
/** Never slower by more than a tenth. */
const NOT_SLOWER = 1 / 1.1;
const OTHERS = ['timeout', 'refresh', 'ttlcache', 'lru-cache', 'node-cache', 'timer-wheel'];

/** Times as fast as another peer, at each size. */
const times = (about, own, bases, factors, kind) =>
  factors.map((atLeast, i) => ({ about, caseName: 'touch', metric: 'ns', own, bases, kind, size: SIZES[i], atLeast }));

const same = (atLeast) => SIZES.map(() => atLeast);

/** `atLeast`: how many times as much the slowest of `bases` takes. `atMost`: of the number itself, or of its share of `share`'s. */
export const TARGETS = [
  ...times('touch, fresh uuid', 'idlewheel', ['ring'], [1.8, 2, 2.5], 'fresh-uuid'),
  ...times('touch, fresh uuid', 'idlewheel', ['rival'], [0.9, 1.1, 1.6], 'fresh-uuid'),
  ...times('touch, kept uuid', 'idlewheel', ['ring'], [2.5, 2, 1.4], 'kept-uuid'),
  ...times('touch, integer', 'idlewheel', ['ring'], [2, 2.5, 2], 'fresh-integer'),
  ...times('touchMany by 64, fresh uuid', 'idlewheel-many', ['ring'], [1.8, 5, 7], 'fresh-uuid'),
  ...times('handle.touch(), a Map of Timeouts being given the kept uuid', 'idlewheel-handle', ['refresh'], [10, 30, 60], 'kept-uuid'),
  ...times('touch, fresh uuid, against other peers', 'idlewheel', [...OTHERS, 'undici'], same(NOT_SLOWER), 'fresh-uuid'),
  ...times('touch, kept uuid, against other peers', 'idlewheel', OTHERS, same(NOT_SLOWER), 'kept-uuid'),
  ...times('touch, fresh uuid, against the scan', 'idlewheel', ['scan'], same(NOT_SLOWER), 'fresh-uuid'),
  ...times('touch, kept uuid, against the scan', 'idlewheel', ['scan'], same(NOT_SLOWER), 'kept-uuid'),
  ...[
    { about: 'new uids, processor time', caseName: 'new', metric: 'cpuNs', kind: 'fresh-uuid', bases: ['ring'], atLeast: 2 },
    {
      about: 'the longest touch while a million arrive, collections aside, ms',
      caseName: 'worst',
      metric: 'ownMs',
      kind: 'fresh-uuid',
      atMost: 2,
    },
    { about: 'a tick with nobody due, µs', caseName: 'tick', metric: 'medianUs', kind: 'kept-uuid', atMost: 1_000 },
    { about: 'a tick with nobody due', caseName: 'tick', metric: 'medianUs', kind: 'kept-uuid', bases: ['scan'], atLeast: 15 },
    { about: 'all expire at once, per uid', caseName: 'expire', metric: 'ns', kind: 'fresh-uuid', bases: ['ring'], atLeast: 2.5 },
    { about: 'the longest slice of maxPerTurn, ms', caseName: 'slices', metric: 'longestMs', kind: 'fresh-uuid', atMost: 10 },
    { about: 'resident bytes per uuid', caseName: 'memory', metric: 'rss', kind: 'fresh-uuid', atMost: 100 },
    { about: 'resident bytes per integer', caseName: 'memory', metric: 'rss', kind: 'fresh-integer', atMost: 80 },
    { about: 'a full collection, ms more', caseName: 'gc', metric: 'ms', kind: 'fresh-uuid', atMost: 5 },
  ].map((target) => ({ own: 'idlewheel', size: MILLION, ...target })),
  {
    about: 'the mixed run, processor time',
    caseName: 'mixed',
    metric: 'cpuMs',
    kind: 'fresh-uuid',
    own: 'idlewheel',
    size: 100_000,
    share: 'ring',
    atMost: 0.55,
  },
  {
    about: 'the mixed run, processor time without the load itself',
    caseName: 'mixed',
    metric: 'netMs',
    kind: 'fresh-uuid',
    own: 'idlewheel',
    size: 100_000,
    share: 'ring',
    atMost: 0.55,
  },
];

/** Of each target that was measured: `{ about, size, target, measured, holds }`, as text but for the last. */
export function check(results) {
  return TARGETS.flatMap((target) => {
    const numbers = (peer) => results.find((result) => isOf(result, target, peer))?.runs.map((run) => run[target.metric]);
    const own = numbers(target.own);
    if (own === undefined || own.includes(undefined)) return [];
    if (target.bases) return against(target, own, numbers);
    const whole = target.share && numbers(target.share);
    if (target.share && whole === undefined) return [];
    const share = target.share ? ` × (${target.share})` : '';
    const measured = whole ? ratios(whole, own).median : median(own);
    return [line(target, `≤ ${target.atMost}${share}`, `${short(measured)}${share}`, measured <= target.atMost)];
  });
}

const isOf = (result, { caseName, kind, size }, peer) =>
  result.caseName === caseName && result.kind === kind && result.size === size && result.peer === peer;

/** Against whom it does worst. */
function against(target, own, numbers) {
  const measured = target.bases.flatMap((base) => {
    const other = numbers(base);
    return other === undefined ? [] : [{ base, times: ratios(own, other).median }];
  });
  if (measured.length === 0) return [];
  const worst = measured.reduce((least, one) => (one.times < least.times ? one : least));
  const text = `${short(worst.times)} × (${worst.base})`;
  return [line(target, `≥ ${short(target.atLeast)} ×`, text, worst.times >= target.atLeast)];
}

const line = ({ about, size }, target, measured, holds) => ({ about, size: sizeName(size), target, measured, holds });
