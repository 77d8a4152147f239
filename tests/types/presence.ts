// What users of idlewheel/presence may and may not write.

import type { Uid } from 'idlewheel';
import { type Connection, type Json, type LeaveReason, Mirror, Presence, type PresenceDiff, type Present } from 'idlewheel/presence';
import { same } from './same.js';

const presence = new Presence({ timeout: 30_000, grace: 5_000, away: 60_000, maxLife: 3_600_000, maxConnections: 10, gap: 'count' });
// @ts-expect-error: no such option
new Presence({ timeouts: 1 });
// @ts-expect-error: how many uids there may be is not its option
new Presence({ maxUids: 1 });

const connection = presence.connect('ada', {
  id: 'tab 1',
  meta: { name: 'Ada', tags: ['a', 1, null] },
  onEnd: (reason) => void reason.length,
});
same<typeof connection, Connection>(true);
presence.connect(7);
// @ts-expect-error: neither string nor number
presence.connect({});
// @ts-expect-error: JSON holds no functions
presence.connect('ada', { meta: () => {} });
// @ts-expect-error: JSON holds no bigint
connection.update(1n);

same<ReturnType<Connection['beat']>, boolean>(true);
connection.beat({ active: true });
// @ts-expect-error: read only
connection.meta = 1;

presence.on('join', (uid, present) => {
  same<typeof uid, Uid>(true);
  same<typeof present, Present>(true);
});
presence.on('leave', (_uid, reason) => same<typeof reason, LeaveReason>(true));
const stop = presence.on('diff', (diff) => same<typeof diff, PresenceDiff>(true));
same<typeof stop, () => void>(true);
// @ts-expect-error: no such event
presence.on('expire', () => {});

same<ReturnType<typeof presence.get>, Present | undefined>(true);
for (const { uid, away, metas } of presence) {
  same<typeof uid, Uid>(true);
  same<typeof away, boolean>(true);
  same<typeof metas, readonly Json[]>(true);
}

const mirror = new Mirror(presence.snapshot());
presence.on('diff', (diff) => mirror.apply(diff) || mirror.sync(presence.snapshot()));
// @ts-expect-error: no snapshot
mirror.sync([]);
