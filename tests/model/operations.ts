// What may happen to a wheel, as data: fast-check makes it up, makes it small when something fails, and prints it.

import fc from 'fast-check';
import type { Uid } from 'idlewheel';

export type Value = number | undefined;

/** A length of time: so many ticks, and so many ms more or less. */
export interface Span {
  ticks: number;
  ms: number;
}

/** `less` than a whole tick is rounded up again by the wheel. */
export interface Timeout {
  ticks: number;
  less: number;
}

export interface Touch {
  timeout?: Timeout;
  value?: Value;
}

/** What a user may do, inside a callback too. `at` counts handles or iterators, round and round. */
export type Operation =
  | { do: 'touch' | 'handle'; uid: Uid; options: Touch }
  | { do: 'touchMany'; uids: Uid[] }
  | { do: 'delete'; uid: Uid }
  | { do: 'touchHandle' | 'deleteHandle'; at: number }
  | { do: 'iterate'; entries: boolean }
  | { do: 'next'; at: number; times: number }
  | { do: 'tick'; times: number }
  | { do: 'clear' | 'listen' | 'close' };

/** What may happen to time. `late`: the next call of the timer comes so much later, or earlier. */
export type Shift = { do: 'block' | 'late' | 'stepClock' | 'stepWall' } & Span;

/** The host calls whoever is due: for a while, or in the timers' or the immediates' part of one turn. */
export type Call = ({ do: 'advance' } & Span) | { do: 'runTimers' | 'runImmediates' };

export type Movement = Shift | Call;

export type Step = Operation | Movement;

/** Promises that were rejected are heard of now. */
export type Pause = { do: 'pause' };

/** What a callback does, and how it ends. */
export interface Reaction {
  steps: Step[];
  end: 'return' | 'throw' | 'reject';
}

/** One reaction for each call of a listener, in order; after that, it does nothing. No `errors`: nobody listens to these. */
export interface Reactions {
  expire: Reaction[];
  batch: Reaction[];
  errors: Reaction[] | undefined;
}

const LONGEST = 2 ** 31 - 1;
const EDGES = [30, 31, 32, 961, 962, 29_791, 29_792, LONGEST];

/** Whatever the engine keeps in a way of its own, and what a careless one would take for the same. */
export const UIDS: readonly Uid[] = [
  0,
  -0,
  1,
  '1',
  '',
  'uid',
  'ü',
  '\ud83d\ude00',
  '\ud800',
  'long '.repeat(20),
  '長'.repeat(60),
  Number.MIN_SAFE_INTEGER,
];

const uid = fc.constantFrom(...UIDS);
const fraction = fc.integer({ min: 0, max: 63 }).map((part) => part / 64);

const ticksOfTimeout = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGES) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: LONGEST }) },
);

const timeout: fc.Arbitrary<Timeout> = fc.record({ ticks: ticksOfTimeout, less: fraction });

const touch: fc.Arbitrary<Touch> = fc.record({ timeout, value: fc.option(fc.nat(9), { nil: undefined }) }, { requiredKeys: [] });

const some = fc.array(uid, { maxLength: 8 });
/** More than fit into one batch of the engine. */
const crowd = fc.integer({ min: 60, max: 150 }).map((count) => Array.from({ length: count }, (_, i) => (i % 2 ? i % 140 : `crowd ${i}`)));
const at = fc.nat(7);

export function operation(mostTicks: number): fc.Arbitrary<Operation> {
  const times = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: mostTicks }) },
  );
  return fc.oneof(
    { weight: 24, arbitrary: fc.record({ do: fc.constantFrom('touch', 'handle'), uid, options: touch }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('touchMany'), uids: some }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('touchMany'), uids: crowd }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('delete'), uid }) },
    { weight: 10, arbitrary: fc.record({ do: fc.constantFrom('touchHandle', 'deleteHandle'), at }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('iterate'), entries: fc.boolean() }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('next'), at, times: fc.integer({ min: 1, max: 4 }) }) },
    { weight: 20, arbitrary: fc.record({ do: fc.constant('tick'), times }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('clear', 'listen') }) },
  );
}

const span = (ticks: fc.Arbitrary<number>): fc.Arbitrary<Span> =>
  fc.record({
    ticks: fc.tuple(ticks, fc.oneof(fc.constant(0), fraction)).map(([whole, part]) => whole + part),
    ms: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -16, max: 16 }).map((eighths) => eighths / 8),
    ),
  });

const near = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }) },
);
const far = fc.oneof({ weight: 6, arbitrary: near }, { weight: 1, arbitrary: fc.constantFrom(...EDGES, 2 ** 31 + 5) });
const back = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: -1000, max: 1000 }) },
);

const moving = <Name extends string>(name: Name, ticks: fc.Arbitrary<number>) => span(ticks).map((length) => ({ do: name, ...length }));

/** What may happen to time while a callback runs. */
export const standstill: fc.Arbitrary<Movement> = fc.oneof(
  { weight: 4, arbitrary: moving('block', far) },
  { weight: 1, arbitrary: moving('stepClock', back) },
  { weight: 1, arbitrary: moving('stepWall', back) },
);

export const movement: fc.Arbitrary<Movement> = fc.oneof(
  { weight: 3, arbitrary: standstill },
  { weight: 8, arbitrary: moving('advance', near) },
  { weight: 2, arbitrary: moving('late', fc.oneof(fc.constant(0), fc.integer({ min: -1, max: 3 }))) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('runTimers', 'runImmediates') }) },
);

/** Once in so many steps: what comes after it is refused. */
const closing = (step: fc.Arbitrary<Step>, among: number): fc.Arbitrary<Step> =>
  fc.oneof({ weight: among, arbitrary: step }, { weight: 1, arbitrary: fc.record({ do: fc.constant('close') }) });

export function reactions(step: fc.Arbitrary<Step>, most: number): fc.Arbitrary<Reactions> {
  const steps = fc.array(closing(step, 8 * most), { maxLength: 4 });
  const list = <End extends Reaction['end']>(...ends: End[]) =>
    fc.array(fc.record({ steps, end: fc.constantFrom(...ends) }), { maxLength: most, size: 'max' });
  return fc.record({
    expire: list('return', 'throw', 'reject'),
    batch: list('return', 'throw', 'reject'),
    // A promise that an error listener rejects is nobody's.
    errors: fc.option(list('return', 'throw'), { nil: undefined }),
  });
}

/** What is made up for any wheel. */
export interface Setup {
  timeout: Timeout;
  maxUids: number;
  capacity: number | undefined;
  /** Whether all is compared after every step: asking could hide what it changes. */
  compares: boolean;
  reactions: Reactions;
  steps: (Step | Pause)[];
}

export function setup(step: fc.Arbitrary<Step>, reactions: fc.Arbitrary<Reactions>, most: number) {
  const pause: fc.Arbitrary<Pause> = fc.record({ do: fc.constant('pause') });
  const steps = fc.oneof({ weight: 20, arbitrary: closing(step, 2 * most) }, { weight: 1, arbitrary: pause });
  return {
    timeout,
    maxUids: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.integer({ min: 1, max: 12 })),
    capacity: fc.option(fc.integer({ min: 1, max: 300 }), { nil: undefined }),
    compares: fc.boolean(),
    reactions,
    steps: fc.array(steps, { maxLength: most, size: 'max' }),
  };
}
