// idlewheel/presence and idlewheel/ws, loaded the way IDLEWHEEL_FORMAT says.
import { createRequire } from 'node:module';
import { format } from './package.mjs';

const load = format === 'cjs' ? createRequire(import.meta.url) : (name) => import(name);

export const { Presence, Mirror } = await load('idlewheel/presence');
export const { sockets } = await load('idlewheel/ws');
