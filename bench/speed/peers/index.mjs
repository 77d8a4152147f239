// All peers, in the order of the tables. A peer has
//   name, about
//   touches   'one' (when not said), 'many' or 'handle': what it is called with
//   virtual   true: `advance()` moves it on by one tick; others live by timers of their own
//   sweeps    true: `sweep()` is what its timer calls
//   browser   true: it runs in browsers too
//   losesSome true: not all that it holds expire
//   loadOnly  true: no peer, but what a load takes by itself
//   family, way, driver   of idlewheel: which build, called how
//   package   what is imported, for its version
//   create    of `{ timeoutMs, tickMs, onExpire, capacity, realTime }`, gives (or resolves to) an object with
//             `touch(uid)`, `delete(uid)`, `size`, `close()`, and `touchMany(uids)`, `handle(uid)`, `advance()`, `sweep()` where it has them

import { idlewheel } from './idlewheel.mjs';
import { lruCache } from './lru-cache.mjs';
import { nodeCache } from './node-cache.mjs';
import { nothing } from './nothing.mjs';
import { heldRefresh, refresh } from './refresh.mjs';
import { ring } from './ring.mjs';
import { rival } from './rival.mjs';
import { scan } from './scan.mjs';
import { timeout } from './timeout.mjs';
import { timerWheel } from './timer-wheel.mjs';
import { ttlcache } from './ttlcache.mjs';
import { undici } from './undici.mjs';

/** `builds`: `{ name, title, load }` for each build of idlewheel. */
export const allPeers = (builds) => [
  nothing,
  ring,
  scan,
  timeout,
  refresh,
  heldRefresh,
  rival,
  ttlcache,
  lruCache,
  nodeCache,
  timerWheel,
  undici,
  ...builds.flatMap(({ name, title, load }) => idlewheel(name, title, load)),
];
