export const timeoutTicks = (timeoutMs, tickMs) => Math.ceil(timeoutMs / tickMs);

/** What listeners threw, once everybody was told. */
export function rethrow(thrown) {
  if (thrown.length > 0) throw new AggregateError(thrown, 'listeners threw');
}

/** Moved on by `advance()`, one tick each time: by the measurement, or in real time by an interval. */
export class HandDriven {
  timer;

  constructor({ tickMs, realTime }) {
    if (realTime) this.timer = setInterval(() => this.advance(), tickMs);
  }

  close() {
    clearInterval(this.timer);
  }
}
