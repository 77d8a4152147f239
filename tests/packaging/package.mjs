// The built package, as the tests look at it.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const pkg = new URL('pkg/', new URL('../../', import.meta.url));
export const entries = ['index.js', 'index.cjs'];

export const read = (name) => readFileSync(new URL(name, pkg), 'utf8');
export const wasm = () => readFileSync(new URL('idlewheel.wasm', pkg));

/** An entry's code without the engine's bytes, in whose text any word might stand by chance. */
export const code = (name) => read(name).replace(/"[^"\\\n]{10000,}"/, '""');
