// The built package, as the tests look at it.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const pkg = new URL('pkg/', new URL('../../', import.meta.url));
/** The entries that carry the engine. */
export const entries = ['index.js', 'index.cjs'];
/** All JavaScript that is published. */
export const scripts = () => readdirSync(pkg, { recursive: true }).filter((name) => /\.c?js$/.test(name));

export const read = (name) => readFileSync(new URL(name, pkg), 'utf8');
export const wasm = () => readFileSync(new URL('idlewheel.wasm', pkg));

/** An entry's code without the engine's bytes, in whose text any word might stand by chance. */
export const code = (name) => read(name).replace(/"[^"\\\n]{10000,}"/, '""');
