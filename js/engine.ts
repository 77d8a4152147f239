// The one engine of this module: where its bytes come from, when it is compiled, and what is left after a trap.

import type { InitOutput as Exports } from '../build/engine.js';
import type { Bytes, EngineSource } from './api.d.ts';
import { IdleWheelError, show } from './errors.ts';
import { inlinedBytes } from './inlined.ts';
import { bytes, setMemory } from './memory.ts';

/** The host's WebAssembly, which needs the DOM's types otherwise. */
declare const WebAssembly: {
  Module: (new (
    bytes: Bytes,
  ) => object) & {
    [Symbol.hasInstance](value: unknown): boolean;
    exports(module: object): { name: string }[];
  };
  Instance: new (module: object) => { exports: Exports };
  compile(bytes: Bytes): Promise<object>;
  RuntimeError: new () => Error;
};

interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * What the engine exports, once it is loaded. Its functions are called as they are: what wasm-bindgen wraps around each, to turn numbers into
 * numbers, would weigh 1 KB. An address that is asked for may be negative: `>>> 0` makes it what it is.
 */
export let engine = {} as Exports;

let loaded = false;
let broken: IdleWheelError | undefined;

export function initSync(source?: Bytes | object): void {
  if (loaded) return;
  if (source !== undefined && !isBytes(source) && !(source instanceof WebAssembly.Module)) {
    throw new TypeError(`source is ${show(source)}; it takes bytes or a WebAssembly.Module`);
  }
  let module: object;
  try {
    module = source === undefined || isBytes(source) ? new WebAssembly.Module(source ?? inlinedBytes()) : source;
  } catch (error) {
    throw new IdleWheelError('ENGINE', `the engine can't be compiled here: ${text(error)}. ${ADVICE}`, { cause: error });
  }
  start(module);
}

export async function init(source?: EngineSource | Promise<unknown>): Promise<void> {
  const given: unknown = await source;
  if (loaded) return;
  const module = await compile(given);
  // Another call may have been quicker.
  if (!loaded) start(module);
}

/** The number of a new wheel in the engine, which is compiled on first use. */
export function createWheel(now: number, timeoutTicks: number, maxUids: number, seed: Uint32Array): number {
  assertWhole();
  initSync();
  const [a, b, c, d] = seed as unknown as [number, number, number, number];
  try {
    if (!engine.has_room()) throw new IdleWheelError('CAPACITY', 'the host refused memory for a wheel');
    return engine.create(now, timeoutTicks, Math.min(maxUids, 2 ** 32 - 1), a, b, c, d);
  } catch (error) {
    throw trapped(error);
  }
}

/** Whether the engine has trapped: what its memory says can't be believed any more. */
export function isBroken(): boolean {
  return broken !== undefined;
}

export function assertWhole(): void {
  if (broken !== undefined) throw broken;
}

/** What a call into the engine threw, as an error for the user: a trap ends the engine, a full stack does not. */
export function trapped(error: unknown): unknown {
  if (!(error instanceof WebAssembly.RuntimeError)) return error;
  if (broken === undefined) {
    const start = engine.panic_text() >>> 0;
    const panic = String.fromCharCode(...bytes().subarray(start, start + engine.panic_len()));
    broken = new IdleWheelError('ENGINE', `the engine broke down: ${panic || text(error)}`, { cause: error });
  }
  return broken;
}

const ADVICE = "A page's main thread may need `await init()` first; a Content-Security-Policy, 'wasm-unsafe-eval' in script-src";

function start(module: object): void {
  if (!WebAssembly.Module.exports(module).some(({ name }) => name === 'has_room')) {
    throw new IdleWheelError('ENGINE', 'source is a WebAssembly module, but not the engine of idlewheel');
  }
  try {
    engine = new WebAssembly.Instance(module).exports;
    setMemory(engine.memory);
  } catch (error) {
    throw new IdleWheelError('ENGINE', `the engine can't be started here: ${text(error)}`, { cause: error });
  }
  loaded = true;
}

async function compile(source: unknown): Promise<object> {
  if (source !== undefined && source instanceof WebAssembly.Module) return source;
  const [code, from] = await fetchBytes(source);
  try {
    return await WebAssembly.compile(code);
  } catch (error) {
    throw new IdleWheelError('ENGINE', `the engine can't be compiled${from}: ${text(error)}. ${ADVICE}`, { cause: error });
  }
}

/** The bytes, and where they came from, for an error. */
async function fetchBytes(source: unknown): Promise<[Bytes, string]> {
  if (source === undefined) return [inlinedBytes(), ''];
  if (isBytes(source)) return [source, ''];
  const isAddress = typeof source === 'string' || Object.prototype.toString.call(source) === '[object URL]';
  const response = isAddress ? await (globalThis as unknown as { fetch(url: unknown): Promise<unknown> }).fetch(source) : source;
  if (typeof (response as FetchedResponse | null)?.arrayBuffer !== 'function') {
    throw new TypeError(`source is ${show(source)}; it takes bytes, a WebAssembly.Module, a Response, a URL, or a promise of one`);
  }
  const { ok, status, url } = response as FetchedResponse;
  const from = ` from ${url || source} (status ${status})`;
  if (!ok) throw new IdleWheelError('ENGINE', `the engine can't be loaded${from}`);
  return [await (response as FetchedResponse).arrayBuffer(), from];
}

function isBytes(source: unknown): source is Bytes {
  return ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]';
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
