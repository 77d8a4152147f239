// idlewheel/slim has the types of idlewheel.

import type * as all from 'idlewheel';
import * as slim from 'idlewheel/slim';
import { same } from './same.js';

same<typeof slim, typeof all>(true);
slim.init(fetchLike());
// @ts-expect-error: neither bytes nor a module
slim.initSync('idlewheel.wasm');

declare function fetchLike(): Promise<unknown>;
