// Work beside the wheel, in the same event loop: it blocks the loop now and then, as large requests do.

/** Keeps the thread busy. */
export function block(ms) {
  for (const end = performance.now() + ms; performance.now() < end; );
}

/** Blocks from 3 ms to 200 ms long, most of them short, with pauses of 100 ms on average. Returns how to stop it. */
export function busyLoop(random) {
  let timer;
  const pause = () => {
    timer = setTimeout(work, -100 * Math.log(1 - random()));
  };
  const work = () => {
    block(3 * (200 / 3) ** random());
    pause();
  };
  pause();
  return () => clearTimeout(timer);
}
