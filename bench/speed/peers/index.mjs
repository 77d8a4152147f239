// All peers, in the order of the tables. A peer has
//   name, about
//   touches   'one' (when not said), 'many' or 'handle': what it is called with
//   virtual   true: `advance()` moves it on by one tick; others live by timers of their own
//   create    of `{ timeoutMs, tickMs, onExpire, capacity, realTime }`, gives (or resolves to) an object with
//             `touch(uid)`, `delete(uid)`, `size`, `close()`, and `touchMany(uids)`, `handle(uid)`, `advance()` where it has them

import { idlewheel } from './idlewheel.mjs';
import { heldRefresh, refresh } from './refresh.mjs';
import { ring } from './ring.mjs';
import { rival } from './rival.mjs';
import { scan } from './scan.mjs';

/** `builds`: `{ name, title, load }` for each build of idlewheel. */
export const allPeers = (builds) => [
  ring,
  scan,
  refresh,
  heldRefresh,
  rival,
  ...builds.flatMap(({ name, title, load }) => idlewheel(name, title, load)),
];
