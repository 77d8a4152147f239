// Events by their names.
import { IdleWheel, type Uid } from 'idlewheel';
import { same } from './same.js';

const wheel = new IdleWheel<number>();

const stop = wheel.on('expire', (uid, value) => {
  same<typeof uid, Uid>(true);
  same<typeof value, number>(true);
});
same<typeof stop, () => void>(true);
stop();

wheel.on('expireBatch', (batch) => {
  same<typeof batch, readonly [Uid, number][]>(true);
});
wheel.on('error', (error) => {
  same<typeof error, unknown>(true);
});
wheel.on('expire', () => {});
wheel.on('expire', async (uid) => uid);
wheel.on('expireBatch', async () => {});

async function read() {
  const reader = wheel.expirations();
  for await (const entry of reader) same<typeof entry, [Uid, number]>(true);
  const next = await reader.next();
  if (!next.done) same<typeof next.value, [Uid, number]>(true);
  await reader.return?.();
  wheel.expirations({});
  wheel.expirations({ signal: undefined });
}
void read;

// @ts-expect-error: no such event
wheel.on('expired', () => {});
// @ts-expect-error: an event has a name
wheel.on(() => {});
// @ts-expect-error: and a listener
wheel.on('expire');
// @ts-expect-error: which is a function
wheel.on('expire', 'listener');
// @ts-expect-error: a listener of numbers gets no strings
wheel.on('expire', (_uid, value: string) => value);
// @ts-expect-error: a batch is an array
wheel.on('expireBatch', (uid: Uid) => uid);
// @ts-expect-error: a batch can't be changed
wheel.on('expireBatch', (batch) => batch.push(['uid', 1]));
// @ts-expect-error: an error is unknown
wheel.on('error', (error) => error.message);
// @ts-expect-error: not an iterable, an async one
for (const entry of wheel.expirations()) void entry;
