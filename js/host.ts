// What the host has. Each function is looked up when it is called, so that fake timers work whenever they were installed;
// nothing here runs at import.

interface Host {
  performance?: { now?: () => number } | null;
  setInterval(run: () => void, ms: number): unknown;
  clearInterval(timer: unknown): void;
  setTimeout(run: () => void, ms: number): unknown;
  setImmediate?: (run: () => void) => unknown;
  MessageChannel?: new () => { port1: { onmessage: (() => void) | null; close(): void }; port2: { postMessage(message: null): void } };
  queueMicrotask?: (run: () => void) => void;
  reportError?: (error: unknown) => void;
  crypto?: { getRandomValues?: (words: Uint32Array) => void } | null;
}

/** A signal as far as it is used here; hosts without the DOM's types have it too. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

const host = globalThis as unknown as Host;

/** Ms on the host's monotonic clock. */
export function clockNow(): number {
  return typeof host.performance?.now === 'function' ? host.performance.now() : Date.now();
}

/** Ms on the wall clock. */
export function wallNow(): number {
  return Date.now();
}

export function startInterval(run: () => void, ms: number): unknown {
  return host.setInterval(run, ms);
}

export function stopInterval(timer: unknown): void {
  host.clearInterval(timer);
}

/** Node's timers are objects; browsers' are numbers, and a mocked one may be anything. */
export function callTimer(timer: unknown, method: 'unref' | 'refresh'): boolean {
  const found = typeof timer === 'object' && timer !== null ? (timer as Record<string, unknown>)[method] : undefined;
  if (typeof found !== 'function') return false;
  found.call(timer);
  return true;
}

/** Runs after the host's event loop went round once: what waits in sockets is read first. */
export function inNextTurn(run: () => void): void {
  if (typeof host.setImmediate === 'function') {
    host.setImmediate(run);
  } else if (typeof host.MessageChannel === 'function') {
    // A timeout of 0 would be held back for a second, or a minute, in a hidden page.
    const { port1, port2 } = new host.MessageChannel();
    port1.onmessage = () => {
      port1.close();
      run();
    };
    port2.postMessage(null);
  } else {
    host.setTimeout(run, 0);
  }
}

/** Reports as the host reports an error that nobody caught. */
export function reportUncaught(error: unknown): void {
  const rethrow = () => {
    throw error;
  };
  try {
    if (typeof host.reportError === 'function') host.reportError(error);
    else if (typeof host.queueMicrotask === 'function') host.queueMicrotask(rethrow);
    else host.setTimeout(rethrow, 0);
  } catch {
    // A host whose report fails is told in the next turn, so that whoever comes after is reported too.
    host.setTimeout(rethrow, 0);
  }
}

/** Four random words; from `Math.random` where there is no `crypto` (Node 18). */
export function randomWords(): Uint32Array {
  const words = new Uint32Array(4);
  if (typeof host.crypto?.getRandomValues === 'function') {
    host.crypto.getRandomValues(words);
  } else {
    for (let i = 0; i < 4; i++) words[i] = Math.random() * 2 ** 32;
  }
  return words;
}
