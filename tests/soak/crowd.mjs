// What people do: arrive, beat, leave, come back, all at random, on one wheel.

/** So many of those who are gone may come back. */
const REMEMBERED = 500;
const HELD = 500;
/** Once in a minute or two. */
const ALL_LEAVE = 1 / 15_000;

let serial = 0;

/** A uid that nobody had before: an integer, a short string, something like a UUID, a long string. */
export function newUid(random) {
  serial++;
  const dice = random();
  if (dice < 0.3) return serial;
  if (dice < 0.6) return `u${serial.toString(36)}`;
  if (dice < 0.9) return `${(random() * 2 ** 32) | 0}-4f1a-9c3e-${serial.toString(16).padStart(12, '0')}`;
  return `${serial} ${'of a long name, '.repeat(1 + random() * 20)}${dice < 0.95 ? '中' : ''}`;
}

export class Crowd {
  #watched;
  #random;
  #most;
  #calls;
  #ownTimeouts;
  #gone = [];
  #held = [];

  /** `most`: uids at once; `calls`: so many in each of its turns; `ownTimeouts`: up to how many ticks. */
  constructor(watched, random, { most, calls, ownTimeouts = 100_000 }) {
    this.#watched = watched;
    this.#random = random;
    this.#most = most;
    this.#calls = calls;
    this.#ownTimeouts = ownTimeouts;
  }

  turn() {
    if (this.#random() < ALL_LEAVE && !this.#watched.closed) this.#watched.clear();
    for (let i = this.#calls; i > 0 && !this.#watched.closed; i--) this.#call();
  }

  #call() {
    const watched = this.#watched;
    const { people } = watched;
    const known = people.pick(this.#random);
    const dice = this.#random();
    if (known === undefined || (dice < 0.4 && people.size < this.#most)) watched.touch(newUid(this.#random), this.#options());
    else if (dice < 0.4) this.#forget(known);
    else if (dice < 0.55) watched.touch(known, this.#options());
    else if (dice < 0.58) watched.touchMany(this.#some(known));
    else if (dice < 0.65) this.#hold(watched.handle(known, this.#options()));
    else if (dice < 0.8) this.#useHandle();
    else if (dice < 0.87) this.#forget(known);
    else if (dice < 0.92) watched.touch(this.#returning() ?? known);
    else if (dice < 0.98) watched.ask(this.#random() < 0.8 ? known : (this.#returning() ?? known));
    else if (dice < 0.9995) watched.delete(this.#returning() ?? known);
    else watched.tick();
  }

  /** Mostly none. */
  #options() {
    const dice = this.#random();
    if (dice < 0.6) return undefined;
    if (dice < 0.75) return { value: this.#random() };
    if (dice < 0.8) return { value: undefined };
    const ticks = 1 + Math.floor(this.#random() ** 6 * this.#ownTimeouts);
    const timeout = (ticks - this.#random() * 0.5) * this.#watched.tickMs;
    return { timeout: Math.max(timeout, this.#watched.tickMs), ...(dice < 0.9 && { value: { ticks } }) };
  }

  #some(known) {
    const added = this.#watched.people.size < this.#most ? Array.from({ length: this.#random() * 30 }, () => newUid(this.#random)) : [];
    return [known, ...added, known, this.#watched.people.pick(this.#random)];
  }

  #forget(uid) {
    this.#watched.delete(uid);
    this.#gone[Math.floor(this.#random() * REMEMBERED)] = uid;
  }

  #returning() {
    return this.#gone[Math.floor(this.#random() * REMEMBERED)];
  }

  #hold(held) {
    this.#held[Math.floor(this.#random() * HELD)] = held;
  }

  #useHandle() {
    const held = this.#held[Math.floor(this.#random() * HELD)];
    if (held === undefined) return;
    if (this.#random() < 0.8) this.#watched.touchHandle(held);
    else this.#watched.deleteHandle(held);
  }
}
