// A uid is a string or a number, everywhere.
import { IdleWheel, type Uid } from 'idlewheel';
import { same } from './same.js';

same<Uid, string | number>(true);

const wheel = new IdleWheel();

const isNew: boolean = wheel.touch('uid');
wheel.touch(7);
wheel.touch('uid' as Uid);
const added: number = wheel.touchMany(['a', 1]);
wheel.touchMany(['a', 'b'] as const);
wheel.touchMany([] as readonly number[]);
const here: boolean = wheel.has('uid');
const left: number | undefined = wheel.remaining(1);
const deleted: boolean = wheel.delete('uid');
const expired: number = wheel.tick();
const size: number = wheel.size;
same<typeof wheel.ticksToExpiry, number | undefined>(true);
same<ReturnType<typeof wheel.clear>, void>(true);
void [isNew, added, here, left, deleted, expired, size];

// @ts-expect-error: a bigint is no uid
wheel.touch(1n);
// @ts-expect-error: nor is a symbol
wheel.touch(Symbol('uid'));
// @ts-expect-error: nor is nothing
wheel.touch();
// @ts-expect-error: nor is undefined
wheel.touch(undefined);
// @ts-expect-error: nor is an object
wheel.has({});
// @ts-expect-error: nor is null
wheel.delete(null);
// @ts-expect-error: all of them have to be uids
wheel.touchMany(['a', undefined]);
// @ts-expect-error: an array, not one uid
wheel.touchMany('a');
// @ts-expect-error: a Set is no array
wheel.touchMany(new Set(['a']));
// @ts-expect-error: size can't be set
wheel.size = 3;
// @ts-expect-error: nor can the bound
wheel.ticksToExpiry = 3;
// @ts-expect-error: there is no such method
wheel.refresh('uid');
