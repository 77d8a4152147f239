// The built package, loaded the way IDLEWHEEL_FORMAT says, so that the same tests hold for both of its formats. IDLEWHEEL_PACKAGE names
// another build of it, as the one that measures coverage.
import { createRequire } from 'node:module';

export const format = process.env.IDLEWHEEL_FORMAT ?? 'esm';
if (format !== 'esm' && format !== 'cjs') throw new TypeError(`IDLEWHEEL_FORMAT is 'esm' or 'cjs', not '${format}'`);

const name = process.env.IDLEWHEEL_PACKAGE ?? 'idlewheel';
const api = format === 'cjs' ? createRequire(import.meta.url)(name) : await import(name);

export const { IdleWheel, IdleWheelError, init, initSync } = api;
