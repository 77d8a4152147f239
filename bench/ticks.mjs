// When a wheel's ticks came, by the clock that it is given: `new IdleWheel({ clock: log.clock })`, then `log.watch(wheel)`.

/**
 * `last` is the newest of a chain of ticks: `time` in ms and the wheel's `now` from then on; how many `ticks` and `ms` after the one before, and the
 * `next`. One without ticks is when the wheel's timer was started. Older ones are kept by those who still refer to them.
 */
export class TickLog {
  #wheel;
  #reading;
  #last;

  watch(wheel) {
    this.#wheel = wheel;
  }

  clock = () => {
    this.settle();
    const reading = performance.now();
    // The first uid is about to arrive.
    if (this.#wheel.size === 0) this.#add({ time: reading, now: this.#wheel.stats().now, ticks: 0, ms: 0, next: undefined });
    else this.#reading = reading;
    return reading;
  };

  get last() {
    this.settle();
    return this.#last;
  }

  /** Whether the wheel took a tick for the last reading shows only afterwards. */
  settle() {
    if (this.#reading === undefined) return;
    const before = this.#last;
    const { now } = this.#wheel.stats();
    if (now !== before.now)
      this.#add({ time: this.#reading, now, ticks: now - before.now, ms: this.#reading - before.time, next: undefined });
    this.#reading = undefined;
  }

  #add(tick) {
    if (this.#last !== undefined) this.#last.next = tick;
    this.#last = tick;
  }
}

/** The tick in which a uid is due that was last touched when `touchedIn` was the last: a touch counts as made at the next. Undefined: not yet. */
export function dueTick(touchedIn, timeoutTicks) {
  let tick = touchedIn.next;
  const due = tick?.now + timeoutTicks;
  while (tick?.now < due) tick = tick.next;
  return tick;
}
