// Hosts that compile no bytes (Cloudflare Workers, edge runtimes) import the engine as a module.

import module from './idlewheel.wasm';

export const ownEngine = (): object => module;
