// driver: 'interval'. The wheel's clock is handed in, so that each reading of it is known; a host of numbers calls the timer.

import assert from 'node:assert/strict';
import type { Uid, WheelOptions, WheelStats } from 'idlewheel';
import { FakeHost } from '../js/host.mjs';
import { Beat } from './beat.ts';
import type { Naive } from './naive.ts';
import type { Call, Movement, Span, Value } from './operations.ts';
import type { Time } from './time.ts';

export interface IntervalSetup {
  kind: 'node' | 'browser';
  /** What the clock shows at first. */
  clock: number;
  tick: number;
  gap: 'count' | 'forgive';
  countSleep: boolean;
  maxPerTurn: number;
}

/** Gaps that the engine counts. */
const MOST_TICKS = 2 ** 31;
/** A browser's beat is looked for step by step by the fake host. */
const MOST_TICKS_IN_A_BROWSER = 100_000;

class Host extends FakeHost {
  /** It is the immediates' part of a turn. */
  areImmediatesRun = false;

  override runImmediates(): void {
    this.areImmediatesRun = true;
    super.runImmediates();
    this.areImmediatesRun = false;
  }
}

/** When a uid was last touched. */
interface Stamp {
  life: number;
  hostTime: number;
  progress: number;
  lateness: number;
}

export class IntervalTime implements Time {
  readonly host: Host;
  readonly tickMs: number;
  readonly maxPerTurn: number;
  readonly options: WheelOptions<Value>;
  readonly #setup: IntervalSetup;
  readonly #model: Naive<Value>;
  readonly #beat: Beat;
  readonly #stamps = new Map<Uid, Stamp>();
  #isArmed = false;
  /** Who calls the wheel: it may read its clock then. */
  #caller: 'nobody' | 'user' | 'host' = 'nobody';
  #needlessReadings = 0;
  /** Where the last reading came from, and when. */
  #reader: 'user' | 'timer' | 'turn' = 'timer';
  #readAt = 0;
  /** When the timer was armed for the first uid, or the last tick counted. */
  #tickedAt = 0;
  /** A tick was counted in the step that is under way. */
  #hasTicked = false;
  /** Some were not delivered in the turn in which they fell due. */
  #leftRest = false;
  /** All by which ticks came late. */
  #lateness = 0;
  /** All that the clocks were set forward by. */
  #setForward = 0;
  /** The clock was set back since the last tick. */
  #wasSetBack = false;

  constructor(setup: IntervalSetup, model: Naive<Value>) {
    this.host = new Host(setup);
    this.tickMs = setup.tick;
    this.maxPerTurn = setup.maxPerTurn;
    this.#setup = setup;
    this.#model = model;
    this.#beat = new Beat(setup);
    const { tick, gap, countSleep, maxPerTurn } = setup;
    this.options = { tick, gap, countSleep, maxPerTurn, clock: () => this.#read() };
  }

  get turnComes(): boolean {
    return this.host.waitingImmediates > 0;
  }

  tick(tick: () => number, follow: () => void): number {
    this.#caller = 'user';
    const expired = tick();
    this.#caller = 'nobody';
    follow();
    return expired;
  }

  move(movement: Movement, afterEach: () => void): void {
    switch (movement.do) {
      case 'block':
        this.host.block(this.#ahead(movement));
        break;
      case 'late':
        this.#makeLate(this.#ms(movement));
        break;
      case 'stepClock':
        this.#stepClock(this.#ms(movement));
        break;
      case 'stepWall':
        this.#stepWall(this.#ms(movement));
        break;
      default:
        this.#run(movement, afterEach);
    }
  }

  touched(uid: Uid): void {
    const life = this.#model.here.get(uid)?.number as number;
    this.#stamps.set(uid, { life, hostTime: this.host.time, progress: this.#progress, lateness: this.#lateness });
  }

  follow({ now, lateBy }: WheelStats): void {
    const passed = now - this.#model.now;
    if (passed > 0) this.#count(passed);
    assert.equal(lateBy, this.#beat.lateBy, 'lateBy');
  }

  settle(): void {
    const { intervals } = this.host;
    const isEmpty = this.#model.here.size === 0;
    const hasTicked = this.#hasTicked;
    this.#hasTicked = false;
    this.#leftRest = this.turnComes && !isEmpty && (this.#leftRest || this.#model.due.length > 0);
    assert.equal(this.#needlessReadings, 0, 'the clock is read by ticks, and when the timer is armed');
    assert.equal(intervals.length, isEmpty ? 0 : 1, 'one interval while anyone is here');
    if (isEmpty) this.#isArmed = false;
    const [timer] = intervals;
    if (timer === undefined || this.turnComes) return;
    assert.equal(this.#beat.due, 0, 'every tick that has passed is counted');
    if (hasTicked) assert.equal(timer.period, this.tickMs, 'after a tick the interval is of ticks again');
    // The tick in which the clock is set back may begin again, on the next beat after that is noticed. Hosts' timers take whole ms.
    const next = (this.#wasSetBack ? this.#readAt + this.tickMs : this.#tickedAt) + this.tickMs + this.#beat.grace + 1;
    assert.ok(timer.due <= next, `the timer is armed for ${timer.due} and a tick is due by ${next}`);
  }

  /** The wheel's clock. */
  #read(): number {
    const { clock, time, areImmediatesRun } = this.host;
    const reading = { clock, wall: Date.now() };
    this.#readAt = time;
    if (!this.#isArmed) {
      this.#isArmed = true;
      this.#beat.start(reading);
      this.#ticked();
    } else {
      if (this.#caller === 'nobody') this.#needlessReadings++;
      this.#reader = this.#caller === 'user' ? 'user' : areImmediatesRun ? 'turn' : 'timer';
      this.#beat.read(reading);
    }
    return clock;
  }

  #count(passed: number): void {
    const { due } = this.#beat;
    assert.ok(due >= 1, 'a tick is as long on the clock as it says');
    if (this.#reader === 'timer') {
      assert.equal(due, 1, 'after a gap the host gets a turn before anyone is judged');
      assert.ok(!this.#leftRest, 'a turn that delivers the rest is not doubled by a tick');
    }
    const waiting = this.#model.due;
    const expected = this.#setup.gap === 'forgive' ? 1 : Math.min(due, MOST_TICKS);
    // While somebody waits for delivery, or has waited until now, gaps are counted together.
    const mayFallShort = this.#leftRest && this.#model.now + expected >= MOST_TICKS;
    assert.ok(passed === expected || (mayFallShort && passed < expected), `${passed} ticks counted where ${expected} have passed`);
    this.#hasTicked = true;
    this.#beat.take();
    this.#lateness += Math.max(0, this.#readAt - this.#tickedAt - this.tickMs);
    this.#ticked();
    this.#model.advance(passed);
    for (const uid of this.#model.due) if (!waiting.includes(uid)) this.#assertSilent(uid);
  }

  /** By the host's time, and whatever the wheel counts: silence lies between T and T + tick, plus what ticks came late by. */
  #assertSilent(uid: Uid): void {
    const { number, timeout } = this.#model.here.get(uid) as { number: number; timeout: number };
    const stamp = this.#stamps.get(uid) as Stamp;
    assert.equal(stamp.life, number);
    const least = timeout * this.tickMs;
    const passed = this.#progress - stamp.progress;
    assert.ok(passed >= least - this.#beat.grace, `due after ${passed} ms; its timeout is ${least} ms`);
    const silence = this.#readAt - stamp.hostTime;
    const most = least + this.tickMs + this.#lateness - stamp.lateness;
    assert.ok(silence <= most, `due after ${silence} ms; it should have been after ${most} ms`);
  }

  /** No clock gains more than this. */
  get #progress(): number {
    return this.host.time + this.#setForward;
  }

  #ticked(): void {
    this.#tickedAt = this.#readAt;
    this.#wasSetBack = false;
  }

  #run(call: Call, afterEach: () => void): void {
    this.#caller = 'host';
    if (call.do === 'advance') this.host.advance(this.#ahead(call), afterEach);
    else if (call.do === 'runImmediates') this.host.runImmediates();
    else this.#runTimers();
    afterEach();
    this.#caller = 'nobody';
  }

  /** As soon as one is due, whoever waits for a turn. */
  #runTimers(): void {
    const { host } = this;
    for (const { callAt } of host.intervals) host.block(Math.max(0, callAt - host.time));
    host.runTimers();
  }

  #stepClock(ms: number): void {
    this.host.stepClock(ms);
    this.#setForward += Math.max(0, ms);
    if (ms < 0) this.#wasSetBack = true;
  }

  #stepWall(ms: number): void {
    this.host.stepWall(ms);
    if (this.#setup.countSleep) this.#setForward += Math.max(0, ms);
  }

  #makeLate(ms: number): void {
    this.host.lateness = () => {
      this.host.lateness = () => 0;
      // No host calls a timer as soon as it is armed.
      return Math.max(ms, (this.host.durations.at(-1) as number) / -2);
    };
  }

  #ms({ ticks, ms }: Span): number {
    return ticks * this.tickMs + ms;
  }

  #ahead({ ticks, ms }: Span): number {
    const most = this.#setup.kind === 'browser' ? MOST_TICKS_IN_A_BROWSER : Number.POSITIVE_INFINITY;
    return Math.max(0, this.#ms({ ticks: Math.min(ticks, most), ms }));
  }
}
