// The built package, loaded the way IDLEWHEEL_FORMAT says, so that the same tests hold for both of its formats.
import { createRequire } from 'node:module';

export const format = process.env.IDLEWHEEL_FORMAT ?? 'esm';
if (format !== 'esm' && format !== 'cjs') throw new TypeError(`IDLEWHEEL_FORMAT is 'esm' or 'cjs', not '${format}'`);

const api = format === 'cjs' ? createRequire(import.meta.url)('idlewheel') : await import('idlewheel');

export const { IdleWheel, IdleWheelError, init, initSync } = api;
