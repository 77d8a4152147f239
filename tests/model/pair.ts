// A wheel and its model side by side: whatever is done to the one is done to the other, and they are to say the same.

import assert from 'node:assert/strict';
import { type Handle, IdleWheel, type TouchOptions, type Uid } from 'idlewheel';
import { Audience, type Stage } from './audience.ts';
import type { Naive, Said } from './naive.ts';
import type { Movement, Pause, Setup, Step, Timeout, Touch, Value } from './operations.ts';
import { assertClosed, assertSame, assertSameCounts } from './same.ts';
import type { Time } from './time.ts';
import { Visit } from './visit.ts';

interface Held {
  uid: Uid;
  life: number;
  handle: Handle;
}

interface Reader {
  reader: AsyncIterableIterator<[Uid, Value]>;
  /** How many expiries it came too late for. */
  missed: number;
}

export class Pair implements Stage {
  readonly wheel: IdleWheel<Value>;
  readonly model: Naive<Value>;
  readonly #time: Time;
  readonly #audience: Audience;
  readonly #compares: boolean;
  readonly #handles: Held[] = [];
  readonly #visits: Visit[] = [];
  readonly #readers: Reader[] = [];
  #isClosed = false;
  /** The wheel is being called by its host or in tick(), and may call its listeners. */
  #isRunning = false;

  constructor({ timeout, maxUids, capacity, reactions, compares }: Omit<Setup, 'steps'>, model: Naive<Value>, time: Time) {
    this.#time = time;
    this.wheel = new IdleWheel({ ...time.options, timeout: this.#toMs(timeout), maxUids, capacity });
    this.model = model;
    this.#compares = compares;
    this.#audience = new Audience(this, reactions);
  }

  async play(steps: readonly (Step | Pause)[]): Promise<void> {
    const uninstall = this.#audience.install();
    try {
      for (const step of steps) {
        if (step.do === 'pause') await microtasks();
        else this.perform(step);
      }
      this.#compare();
      await microtasks();
      if (!this.#isClosed) this.#close();
      this.#settle();
      this.#audience.end();
      for (const { reader, missed } of this.#readers) {
        for (const event of this.#audience.events.slice(missed)) assert.deepEqual(await reader.next(), { done: false, value: event });
        assert.equal((await reader.next()).done, true);
      }
    } finally {
      uninstall();
    }
  }

  perform(step: Step): void {
    this.#act(step);
    if (!this.#isRunning) this.#settle();
    if (this.#compares && !this.#isClosed) this.#compare();
  }

  follow(): void {
    this.#time.follow(this.wheel.stats());
  }

  #act(step: Step): void {
    switch (step.do) {
      case 'touch':
        this.#touch(step.uid, step.options);
        break;
      case 'handle':
        this.#handle(step.uid, step.options);
        break;
      case 'touchMany':
        this.#touchMany(step.uids);
        break;
      case 'delete':
        this.#delete(step.uid);
        break;
      case 'touchHandle':
      case 'deleteHandle':
        this.#useHandle(step.do, turning(this.#handles, step.at));
        break;
      case 'iterate':
        this.#iterate(step.entries);
        break;
      case 'next':
        for (let i = 0; i < step.times; i++) turning(this.#visits, step.at)?.next();
        break;
      case 'tick':
        for (let i = 0; i < step.times; i++) this.#tick();
        break;
      case 'listen':
        this.#listen();
        break;
      case 'clear':
        this.#clear();
        break;
      case 'close':
        this.#close();
        break;
      default:
        this.#move(step);
    }
  }

  /** The model first, so that it is up to date if the wheel calls back. What the wheel refuses changes nothing. */
  #both<T>(inModel: () => T, inWheel: () => T, uids: readonly Uid[] = []): void {
    if (this.#isClosed) {
      assert.throws(inWheel, { code: 'CLOSED' });
    } else if (!this.model.hasRoomFor(uids)) {
      assert.throws(inWheel, { code: 'CAPACITY' });
    } else {
      const expected = inModel();
      assert.equal(inWheel(), expected);
    }
  }

  #touch(uid: Uid, touch: Touch): void {
    this.#both(
      () => this.#touchInModel(uid, touch),
      () => this.wheel.touch(uid, this.#options(touch)),
      [uid],
    );
  }

  #touchMany(uids: readonly Uid[]): void {
    this.#both(
      () => uids.filter((uid) => this.#touchInModel(uid, {})).length,
      () => this.wheel.touchMany(uids),
      uids,
    );
  }

  #handle(uid: Uid, touch: Touch): void {
    this.#both(() => void this.#touchInModel(uid, touch), () => {
      const handle = this.wheel.handle(uid, this.#options(touch));
      // As a Map's key: -0 is 0.
      assert.ok(Object.is(handle.uid, uid === 0 ? 0 : uid));
      this.#handles.push({ uid, life: this.model.here.get(uid)?.number as number, handle });
    }, [uid]);
  }

  #delete(uid: Uid): void {
    this.#both(
      () => this.model.delete(uid),
      () => this.wheel.delete(uid),
    );
  }

  #clear(): void {
    this.#both(
      () => this.model.here.clear(),
      () => this.wheel.clear(),
    );
  }

  #useHandle(use: 'touchHandle' | 'deleteHandle', held: Held | undefined): void {
    if (held === undefined) return;
    const { uid, life, handle } = held;
    const isAlive = this.model.isAlive(uid, life);
    if (use === 'touchHandle') {
      if (isAlive) this.#touchInModel(uid, {});
      assert.equal(handle.touch(), isAlive);
    } else {
      if (isAlive) this.model.delete(uid);
      assert.equal(handle.delete(), isAlive);
    }
  }

  #iterate(entries: boolean): void {
    if (this.#isClosed) return;
    this.#visits.push(new Visit(entries ? this.wheel.entries() : this.wheel[Symbol.iterator](), this.model));
  }

  #listen(): void {
    if (this.#isClosed) return;
    this.#readers.push({ reader: this.wheel.expirations(), missed: this.#audience.events.length });
  }

  #tick(): void {
    if (this.#isClosed) {
      assert.throws(() => this.wheel.tick(), { code: 'CLOSED' });
    } else if (this.#isRunning) {
      assert.equal(this.wheel.tick(), 0, 'tick() in a callback does nothing');
    } else {
      const { events } = this.#audience;
      const before = events.length;
      this.#isRunning = true;
      const expired = this.#time.tick(
        () => this.wheel.tick(),
        () => this.follow(),
      );
      this.#isRunning = false;
      assert.equal(expired, events.length - before, 'tick() returns how many expired');
      assert.equal(this.model.due.length, 0, 'tick() delivers all that is due');
    }
  }

  #close(): void {
    const here = [...this.model.here].map(([uid, { value }]) => [uid, value] as const);
    this.model.here.clear();
    this.#isClosed = true;
    const left = this.wheel.close();
    assert.equal(left.length, here.length);
    assert.deepEqual(new Map(left), new Map(here));
  }

  #move(movement: Movement): void {
    // Inside a callback the host stands still, whatever its clocks do.
    const wasRunning = this.#isRunning;
    this.#isRunning = true;
    const { events } = this.#audience;
    let before = events.length;
    this.#time.move(movement, () => {
      this.#settle();
      this.#assertTurn(events.length - before);
      before = events.length;
    });
    this.#isRunning = wasRunning;
  }

  /** The host has called the wheel, and so many expired. */
  #assertTurn(expired: number): void {
    const { maxPerTurn, turnComes } = this.#time;
    assert.ok(expired <= maxPerTurn, `${expired} in one turn`);
    if (this.model.due.length === 0) return;
    assert.ok(turnComes, 'the rest comes in the next turn');
    assert.ok(expired === 0 || expired === maxPerTurn, `${expired} in one turn, and others wait`);
  }

  #settle(): void {
    this.follow();
    this.#time.settle();
    this.#audience.settle(this.#time.turnComes);
  }

  #compare(): void {
    const stats = this.wheel.stats();
    this.#time.follow(stats);
    assertSameCounts(stats, this.model);
    if (this.#isClosed) assertClosed(this.wheel);
    else assertSame(this.wheel, this.model, this.#time.tickMs);
    for (const { uid, life, handle } of this.#handles) assert.equal(handle.alive, this.model.isAlive(uid, life), `handle of ${uid}`);
  }

  #touchInModel(uid: Uid, { timeout, ...said }: Touch): boolean {
    const inTicks: Said<Value> = timeout === undefined ? said : { ...said, timeout: timeout.ticks };
    const isNew = this.model.touch(uid, inTicks);
    this.#time.touched(uid);
    return isNew;
  }

  #options({ timeout, ...said }: Touch): TouchOptions<Value> {
    return timeout === undefined ? said : { ...said, timeout: this.#toMs(timeout) };
  }

  /** The wheel rounds it up to whole ticks again. */
  #toMs({ ticks, less }: Timeout): number {
    return Math.max(1, ticks - less) * this.#time.tickMs;
  }
}

/** The item at a place that is counted round and round. */
function turning<T>(items: readonly T[], at: number): T | undefined {
  return items[at % items.length];
}

async function microtasks(): Promise<void> {
  for (let i = 0; i < 4; i++) await null;
}
