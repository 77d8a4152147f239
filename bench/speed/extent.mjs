// How much is measured where nothing else is asked for.

/** Everything. */
export const FULL = { rounds: 5, ms: 1_000, sizes: undefined, kinds: undefined, only: undefined, peers: undefined };

/** Enough for a first impression. */
export const QUICK = {
  rounds: 2,
  ms: 200,
  sizes: [1_000, 100_000],
  kinds: ['fresh-uuid', 'kept-uuid'],
  only: ['touch', 'new', 'tick', 'expire', 'memory', 'mixed'],
  peers: ['nothing', 'ring', 'refresh', 'rival', 'idlewheel', 'idlewheel-many', 'idlewheel-handle'],
};
