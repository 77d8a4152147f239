// Handles, stats, errors, and the end of a wheel.
import { type Handle, IdleWheel, IdleWheelError, type WheelStats } from 'idlewheel';
import { same } from './same.js';

const wheel = new IdleWheel();
const handle: Handle = wheel.handle('uid');
same<typeof handle.uid, string | number>(true);
same<typeof handle.alive, boolean>(true);
const touched: boolean = handle.touch();
const deleted: boolean = handle.delete();
void [touched, deleted];

const stats: WheelStats = wheel.stats();
same<typeof stats.slots, number[][]>(true);
const numbers: number[] = [stats.size, stats.now, stats.touches, stats.expired, stats.lateBy, stats.memory, stats.pointer];
void numbers;

const disposable: Disposable = wheel;
void disposable;
wheel[Symbol.dispose]();
{
  using scoped = new IdleWheel();
  scoped.touch('uid');
}

const error: Error = new IdleWheelError('CLOSED', 'a message');
new IdleWheelError('ENGINE', 'a message', { cause: error });
if (error instanceof IdleWheelError) {
  same<typeof error.code, 'CAPACITY' | 'CLOSED' | 'SNAPSHOT' | 'ENGINE'>(true);
}

// @ts-expect-error: a handle's uid is its own
handle.uid = 'other';
// @ts-expect-error: alive is read
handle.alive = false;
// @ts-expect-error: a handle's touch takes nothing
handle.touch({ timeout: 5 });
// @ts-expect-error: no such code
new IdleWheelError('LATE', 'a message');
// @ts-expect-error: an error has a message
new IdleWheelError('CLOSED');
// @ts-expect-error: a class is made with new
IdleWheel();
