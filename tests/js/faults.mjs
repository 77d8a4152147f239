// For processes of their own: the package on an engine that is refused memory, and panics, when told to.
import { readFileSync } from 'node:fs';
import { IdleWheelError, initSync } from './package.mjs';

/** What the engine exports beside what the package uses: grant(allocations), panic_after(uses). */
export const faults = load();

function load() {
  const { Instance } = WebAssembly;
  let exports;
  // The package keeps its instance to itself.
  WebAssembly.Instance = class extends Instance {
    constructor(module, imports) {
      super(module, imports);
      exports = this.exports;
    }
  };
  initSync(readFileSync(new URL('../../build/faults.wasm', import.meta.url)));
  WebAssembly.Instance = Instance;
  return exports;
}

export const NEVER = 2 ** 32 - 1;

/** What a call gives where only so many allocations are granted. */
export function granting(allocations, act) {
  faults.grant(allocations);
  try {
    return act();
  } finally {
    faults.grant(NEVER);
  }
}

/** The code of what a call throws, 'none' if it throws nothing; anything but an IdleWheelError is thrown on. */
export function codeOf(act) {
  try {
    act();
    return 'none';
  } catch (error) {
    if (error instanceof IdleWheelError) return error.code;
    throw error;
  }
}
