// A user of CommonJS.
import wheels = require('idlewheel');

import { IdleWheel, type Uid } from 'idlewheel';

const wheel: wheels.IdleWheel<number> = new IdleWheel<number>();
wheel.touch('uid', { value: 1 });
const left: [Uid, number][] = wheel.close();
void left;

// @ts-expect-error: nothing is exported as default
new wheels.default();
// @ts-expect-error: a value of another type
wheel.touch('uid', { value: 'text' });
