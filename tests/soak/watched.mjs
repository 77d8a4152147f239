// A wheel and its books. Every call goes to both; what the wheel answers and whom it delivers must be what the books say.

import { IdleWheel } from 'idlewheel';
import { dueTick, TickLog } from '../../bench/ticks.mjs';
import { People } from './people.mjs';

export class Watched {
  /** Called for each uid that expired, after the books were checked. */
  onExpire = () => {};
  people = new People();
  touches = 0;
  expired = 0;
  closed = false;
  name;
  tickMs;
  wheel;
  #log = new TickLog();
  #ledger;
  #timeoutTicks;
  #forgives;
  /** Nobody has to wait for another turn. */
  #neverFull;
  #graceMs;
  #lastDue = 0;
  /** The last tick whose length was looked at. */
  #checked;
  #sinceBatch = [];

  constructor(name, { tick, timeout, gap, maxPerTurn, ...options }, ledger) {
    this.name = name;
    this.#ledger = ledger;
    this.tickMs = tick;
    this.#timeoutTicks = Math.ceil(timeout / tick);
    this.#forgives = gap === 'forgive';
    this.#neverFull = maxPerTurn === Infinity;
    this.#graceMs = Math.min(1, tick / 10);
    this.wheel = new IdleWheel({ tick, timeout, gap, maxPerTurn, ...options, clock: this.#log.clock });
    this.#log.watch(this.wheel);
    this.wheel.on('expire', (uid, value) => this.#expired(uid, value));
    this.wheel.on('expireBatch', (batch) => this.#batch(batch));
  }

  touch(uid, options) {
    const touchedAt = performance.now();
    this.#same('touch', uid, this.wheel.touch(uid, options), this.#touched(uid, touchedAt, options));
  }

  touchMany(uids) {
    const touchedAt = performance.now();
    const added = this.wheel.touchMany(uids);
    this.#same('touchMany', uids.length, added, uids.filter((uid) => this.#touched(uid, touchedAt)).length);
  }

  /** A handle and whose it is. */
  handle(uid, options) {
    const touchedAt = performance.now();
    const handle = this.wheel.handle(uid, options);
    this.#touched(uid, touchedAt, options);
    return { handle, uid, life: this.people.get(uid).life };
  }

  isAlive({ uid, life }) {
    return this.people.get(uid)?.life === life;
  }

  touchHandle(held) {
    const touchedAt = performance.now();
    const touched = held.handle.touch();
    this.#same('handle.touch', held.uid, touched, this.isAlive(held));
    if (touched) this.#touched(held.uid, touchedAt);
  }

  deleteHandle(held) {
    this.#same('handle.alive', held.uid, held.handle.alive, this.isAlive(held));
    const isHere = this.isAlive(held);
    if (isHere) this.#left(held.uid);
    this.#same('handle.delete', held.uid, held.handle.delete(), isHere);
  }

  delete(uid) {
    this.#same('delete', uid, this.wheel.delete(uid), this.#left(uid));
  }

  clear() {
    this.wheel.clear();
    this.#ledger.left(this.people.size);
    this.people.clear();
    this.#same('size', 'after clear', this.wheel.size, 0);
  }

  tick() {
    const before = this.expired;
    const ticked = this.wheel.tick();
    this.#same('tick', '', ticked, this.expired - before);
  }

  /** Whatever one can ask about a uid. */
  ask(uid) {
    const record = this.people.get(uid);
    this.#same('has', uid, this.wheel.has(uid), record !== undefined);
    this.#same('get', uid, this.wheel.get(uid), record?.value);
    const left = this.wheel.remaining(uid);
    const longest = record && (record.ticks + 1) * this.tickMs;
    if ((left === undefined) !== (record === undefined) || left < 0 || left > longest) this.#wrong(`remaining of ${uid} is ${left}`);
  }

  check() {
    const { size, touches, expired } = this.wheel.stats();
    this.#same('size', '', this.wheel.size, this.people.size);
    this.#same('stats', 'size', size, this.people.size);
    this.#same('stats', 'touches', touches, this.touches);
    this.#same('stats', 'expired', expired, this.expired);
    this.#checkTicks();
  }

  /** Who should have expired by the ticks that came. Nobody may, once the turns that deliver are through. */
  get overdue() {
    this.#log.settle();
    return [...this.people].filter(([, { touchedIn, ticks }]) => dueTick(touchedIn, ticks) !== undefined).map(([uid]) => uid);
  }

  close() {
    this.closed = true;
    this.#closedWith(this.wheel.close());
  }

  /** Something else closed the wheel: everybody who was here left without a word. */
  closedBy(close) {
    this.closed = true;
    close();
    this.#closedWith(undefined);
  }

  #closedWith(left) {
    this.#checkTicks();
    if (left !== undefined) {
      this.#same('close', 'number of uids', left.length, this.people.size);
      for (const [uid, value] of left) {
        if (!this.people.has(uid) || this.people.get(uid).value !== value) this.#wrong(`close returned ${uid} with the value ${value}`);
      }
    }
    this.#ledger.left(this.people.size);
    this.people.clear();
    this.#same('size', 'after close', this.wheel.size, 0);
    this.#same('close', 'again', this.wheel.close().length, 0);
  }

  #touched(uid, touchedAt, options = {}) {
    this.touches++;
    const isNew = !this.people.has(uid);
    if (isNew) {
      this.people.add(uid, { life: this.#ledger.born(), ticks: this.#timeoutTicks, value: undefined, touchedAt: 0, touchedIn: undefined });
    }
    const record = this.people.get(uid);
    if (options.timeout !== undefined) record.ticks = Math.ceil(options.timeout / this.tickMs);
    if ('value' in options) record.value = options.value;
    record.touchedAt = touchedAt;
    record.touchedIn = this.#log.last;
    this.#checked ??= record.touchedIn;
    return isNew;
  }

  #left(uid) {
    const wasHere = this.people.remove(uid) !== undefined;
    if (wasHere) this.#ledger.left();
    return wasHere;
  }

  #expired(uid, value) {
    const now = performance.now();
    this.expired++;
    const record = this.people.remove(uid);
    if (record === undefined) return this.#wrong(`${uid} expired, and was not here`);
    this.#sinceBatch.push([uid, value]);
    this.#same('value', uid, value, record.value);
    this.#same('has', `${uid} while it expires`, this.wheel.has(uid), false);
    this.#same('size', `while ${uid} expires`, this.wheel.size, this.people.size);
    this.#same('tick', 'in a listener', this.wheel.tick(), 0);
    const timeoutMs = record.ticks * this.tickMs;
    const silentMs = now - record.touchedAt;
    if (silentMs < timeoutMs - this.#graceMs) this.#wrong(`${uid} expired after ${silentMs} ms of ${timeoutMs}`);
    this.#ledger.fellSilent();
    this.#inItsTick(uid, record);
    this.onExpire(uid);
  }

  #inItsTick(uid, { touchedIn, ticks }) {
    const tick = this.#log.last;
    const due = dueTick(touchedIn, ticks);
    if (due === undefined) return this.#wrong(`${uid} expired before its tick`);
    if (this.#neverFull && due !== tick) this.#wrong(`${uid} was due in tick ${due.now} and expired in tick ${tick.now}`);
    const deadline = touchedIn.next.now + ticks;
    if (deadline < this.#lastDue) this.#wrong(`${uid} expired after somebody with a later deadline`);
    this.#lastDue = deadline;
  }

  /** Ticks are as many as the clock says, and never shorter than they should be: all of them since the last check. */
  #checkTicks() {
    const { last } = this.#log;
    for (; this.#checked !== last; this.#checked = this.#checked.next) {
      const { ticks, ms } = this.#checked.next;
      const least = Math.min(this.#forgives ? 1 : Infinity, Math.floor((ms - this.#graceMs) / this.tickMs));
      if (ticks < least || ticks * this.tickMs > ms + 2 * this.#graceMs) this.#wrong(`${ticks} ticks in ${ms} ms`);
    }
  }

  #batch(batch) {
    const expected = this.#sinceBatch;
    this.#sinceBatch = [];
    const isSame = batch.length === expected.length && batch.every(([uid, value], i) => uid === expected[i][0] && value === expected[i][1]);
    if (!isSame) this.#wrong(`a batch of ${batch.length}, and ${expected.length} expired before it`);
  }

  #same(what, detail, actual, expected) {
    if (!Object.is(actual, expected)) this.#wrong(`${what} ${detail}: ${String(actual)}, and the books say ${String(expected)}`);
  }

  #wrong(what) {
    this.#ledger.fault(this.name, what);
  }
}
