// The options of a wheel and of a touch.
import { IdleWheel, type TouchOptions, type WheelOptions } from 'idlewheel';

new IdleWheel();
new IdleWheel({});
new IdleWheel({
  timeout: 30_000,
  tick: 1000,
  driver: 'manual',
  gap: 'forgive',
  countSleep: true,
  clock: () => 0,
  ref: true,
  maxUids: Number.POSITIVE_INFINITY,
  maxPerTurn: 100,
  capacity: 1000,
  onExpire: (uid) => `${uid}`,
});
// undefined is the default, also where undefined and left out are two.
new IdleWheel({ timeout: undefined, tick: undefined, driver: undefined, signal: undefined, onExpire: undefined, clock: undefined });

const options: WheelOptions = { timeout: 5000 };
new IdleWheel(options);
const touch: TouchOptions<number> = { value: 1, timeout: 5000 };
new IdleWheel<number>().touch('uid', touch);
new IdleWheel<number>().touch('uid', {});
new IdleWheel<number>().touch('uid', { timeout: undefined });

// @ts-expect-error: an unknown option
new IdleWheel({ timout: 1000 });
// @ts-expect-error: a string is no duration
new IdleWheel({ timeout: '30s' });
// @ts-expect-error: null is no duration
new IdleWheel({ tick: null });
// @ts-expect-error: no such driver
new IdleWheel({ driver: 'timer' });
// @ts-expect-error: no such gap
new IdleWheel({ gap: 'ignore' });
// @ts-expect-error: a flag is a boolean
new IdleWheel({ ref: 1 });
// @ts-expect-error: the clock gives a number
new IdleWheel({ clock: () => 'now' });
// @ts-expect-error: the clock is a function
new IdleWheel({ clock: 0 });
// @ts-expect-error: a bigint is no limit
new IdleWheel({ maxUids: 10n });
// @ts-expect-error: the listener is a function
new IdleWheel({ onExpire: 'expired' });
// @ts-expect-error: the listener gets a uid, which may be a number
new IdleWheel({ onExpire: (uid: string) => uid });
// @ts-expect-error: a touch's timeout is a number
new IdleWheel().touch('uid', { timeout: '5s' });
// @ts-expect-error: a touch has no such option
new IdleWheel().touch('uid', { ttl: 5000 });
