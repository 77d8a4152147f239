// The type of the values: given to the wheel, it goes through all of it.
import { IdleWheel, type Uid } from 'idlewheel';
import { same } from './same.js';

interface Session {
  user: string;
}

const wheel = new IdleWheel<Session>({ onExpire: (uid, session) => `${uid} of ${session.user}` });
wheel.touch('uid', { value: { user: 'ann' } });
wheel.touch('uid');
wheel.handle('uid', { value: { user: 'ann' }, timeout: 1000 });

const found = wheel.get('uid');
same<typeof found, Session | undefined>(true);
const left = wheel.close();
same<typeof left, [Uid, Session][]>(true);
for (const entry of wheel.entries()) same<typeof entry, [Uid, Session]>(true);
for (const uid of wheel) same<typeof uid, Uid>(true);
const map: Map<Uid, Session> = new Map(wheel.entries());
const uids: Uid[] = [...wheel];
const iterable: Iterable<Uid> = wheel;
void [map, uids, iterable];

// Without a type there are no values.
const plain = new IdleWheel();
const nothing = plain.get('uid');
same<typeof nothing, undefined>(true);

// @ts-expect-error: a value of another type
wheel.touch('uid', { value: 'ann' });
// @ts-expect-error: part of a value
wheel.touch('uid', { value: {} });
// @ts-expect-error: a handle's value too
wheel.handle('uid', { value: 5 });
// @ts-expect-error: a wheel without values takes none
plain.touch('uid', { value: 'ann' });
// @ts-expect-error: it may not be here
wheel.get('uid').user;
// @ts-expect-error: onExpire gets the wheel's values
new IdleWheel<Session>({ onExpire: (_uid, session: string) => session });
