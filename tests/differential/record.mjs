// What an implementation did with a trace: each expiry, whose it was, in which of their lives, how late. Kept from outside, by touches and expiries alone.

export class Record {
  /** `{ key, at, deadline }`, in the order in which they came; the key names the uid and the life. No deadline: the uid was not here. */
  expiries = [];
  /** What the implementation said of who was here, where it was not so by its own expiries. */
  contradictions = [];
  #defaultTimeout;
  #now;
  #lives = new Map();
  #here = new Map();

  constructor({ timeout, now }) {
    this.#defaultTimeout = timeout;
    this.#now = now;
  }

  get size() {
    return this.#here.size;
  }

  /** `saysNew`: what the implementation's `touch` returned. */
  touched(uid, timeout, saysNew) {
    const isNew = !this.#here.has(uid);
    if (saysNew !== isNew) this.#contradicted(uid, `touch returned ${saysNew}`);
    if (isNew) this.#lives.set(uid, (this.#lives.get(uid) ?? 0) + 1);
    const own = timeout ?? this.#here.get(uid)?.timeout ?? this.#defaultTimeout;
    this.#here.set(uid, { timeout: own, deadline: this.#now() + own });
  }

  left(uid, saysHere) {
    if (this.#here.delete(uid) !== saysHere) this.#contradicted(uid, `delete returned ${saysHere}`);
  }

  expired(uid) {
    const deadline = this.#here.get(uid)?.deadline;
    if (deadline === undefined) this.#contradicted(uid, 'expired, and was not here');
    this.#here.delete(uid);
    this.expiries.push({ key: `${JSON.stringify(uid)}, life ${this.#lives.get(uid)}`, at: this.#now(), deadline });
  }

  /** Who expired in which life, in an order that is the same for all. */
  get keys() {
    return this.expiries.map(({ key }) => key).sort();
  }

  /** The same with the time. */
  get keysAndTimes() {
    return this.expiries.map(({ key, at }) => `${key}, at ${at}`).sort();
  }

  /** Ms from the deadline, which is the last touch and the timeout, to the expiry. */
  get lateness() {
    const all = this.expiries.filter(({ deadline }) => deadline !== undefined).map(({ at, deadline }) => at - deadline);
    const sum = all.reduce((before, ms) => before + ms, 0);
    return { min: least(all), mean: sum / all.length, max: -least(all.map((ms) => -ms)) };
  }

  #contradicted(uid, what) {
    this.contradictions.push(`${JSON.stringify(uid)} at ${this.#now()}: ${what}`);
  }
}

const least = (numbers) => numbers.reduce((a, b) => Math.min(a, b), Infinity);
