import type { Uid, WheelOptions, WheelStats } from 'idlewheel';
import type { Movement, Value } from './operations.ts';

/** What makes time pass for a wheel, and says how much did. */
export interface Time {
  readonly tickMs: number;
  /** Expiries that one turn of the event loop may deliver. */
  readonly maxPerTurn: number;
  /** What the wheel is to be made with. */
  readonly options: WheelOptions<Value>;
  /** A turn of the host's event loop was asked for. */
  readonly turnComes: boolean;
  /** Calls the wheel's tick() as a user does. `follow` is to be called where the wheel alone knows how many ticks that was. */
  tick(tick: () => number, follow: () => void): number;
  /** `afterEach` is called whenever the host has called the wheel. */
  move(movement: Movement, afterEach: () => void): void;
  /** The model has just been told of a touch. */
  touched(uid: Uid): void;
  /** The model is told as many ticks as have passed, once they are found right. */
  follow(stats: WheelStats): void;
  /** Nobody calls the wheel, and nobody is called by it. */
  settle(): void;
}
