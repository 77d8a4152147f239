// A loop that is really blocked, and a uid that has been silent for a while when it is.

export const TICK = 20;
export const TIMEOUT = 100;

export const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Blocks the whole event loop. */
export const block = (ms) => {
  for (const end = process.hrtime.bigint() + BigInt(ms * 1e6); process.hrtime.bigint() < end; );
};

/** `uid` is here and its touch is some ticks old, so that the block to come is silence of its own; made so again if the machine stalls. */
export const untilSilentForAWhile = async (wheel, uid) => {
  for (;;) {
    wheel.touch(uid);
    let left;
    do {
      await turn();
      left = wheel.remaining(uid);
    } while (left !== undefined && left > TIMEOUT - TICK);
    if (left !== undefined) return;
  }
};
