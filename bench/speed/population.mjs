// Everybody arrives.

/** idlewheel's defaults, for all. */
export const TICK_MS = 1_000;
export const TIMEOUT_MS = 30_000;

const MESSAGE = 1_024;

/** As if nothing had been made on the way. */
export function collect() {
  // Twice: what was reachable from something with a finalizer goes the second time.
  globalThis.gc?.();
  globalThis.gc?.();
}

/**
 * Touches the uids, in the order in which they are numbered, each for the first time. `keep`: returns the very strings that were touched, or with
 * handles those. Else nobody but the peer has them.
 */
export function populate(peer, uids, size, { touches = 'one', keep = false } = {}) {
  const kept = [];
  const order = Uint32Array.from({ length: size }, (_, i) => i);
  for (let from = 0; from < size; from += MESSAGE) {
    for (const uid of uids.parse(order, from, Math.min(size, from + MESSAGE))) {
      if (touches === 'handle') kept.push(peer.handle(uid));
      else {
        peer.touch(uid);
        if (keep) kept.push(uid);
      }
    }
  }
  if (peer.size !== size) throw new Error(`${size} uids were touched, and ${peer.size} are here`);
  collect();
  return kept;
}
