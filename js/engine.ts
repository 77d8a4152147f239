// The one engine of this module: where its bytes come from, when it is compiled, and what is left after a trap.

import type { InitOutput as Exports } from '../build/engine.js';
import type { Bytes, EngineSource } from './api.d.ts';
import { IdleWheelError, show } from './errors.ts';
import { bytes, setMemory } from './memory.ts';
import { ownEngine } from './source/inlined.ts';

/** The host's WebAssembly, which needs the DOM's types otherwise. */
declare const WebAssembly: {
  Module: (new (
    bytes: Bytes,
  ) => object) & {
    [Symbol.hasInstance](value: unknown): boolean;
    customSections(module: object, name: string): ArrayBuffer[];
  };
  Instance: new (module: object) => { exports: Exports };
  compile(bytes: Bytes): Promise<object>;
  RuntimeError: new () => Error;
};

interface FetchedResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly headers?: { get(name: string): string | null };
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
  if (source !== undefined && !isBytes(source) && !isModule(source)) {
    throw new TypeError(`source is ${show(source)}; it takes bytes or a WebAssembly.Module`);
  }
  const given = source === undefined ? ours() : source;
  let module: object = given;
  try {
    if (!isModule(given)) module = new WebAssembly.Module(given as Bytes);
  } catch (error) {
    throw refused('compiled here', error, ADVICE);
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

const ADVICE =
  ". A page's main thread may need `await init()` first; a Content-Security-Policy, 'wasm-unsafe-eval' in script-src; a Cloudflare Worker, a bundle for `workerd`";

function refused(what: string, error: unknown, advice = ''): IdleWheelError {
  return new IdleWheelError('ENGINE', `the engine can't be ${what}: ${text(error)}${advice}`, { cause: error });
}

function ours(): Bytes | object {
  const own = ownEngine();
  if (own !== undefined) return own;
  throw new IdleWheelError('ENGINE', 'idlewheel/slim brings no engine: call `await init(source)` first, with where idlewheel.wasm is');
}

function start(module: object): void {
  const [stamp] = WebAssembly.Module.customSections(module, 'idlewheel');
  const found = stamp && String.fromCharCode(...new Uint8Array(stamp));
  if (found !== VERSION) {
    const what = found === undefined ? 'a WebAssembly module, but not the engine of idlewheel' : `the engine of idlewheel ${found}`;
    throw new IdleWheelError('ENGINE', `source is ${what}; it takes idlewheel.wasm of version ${VERSION}`);
  }
  try {
    engine = new WebAssembly.Instance(module).exports;
    setMemory(engine.memory);
  } catch (error) {
    throw refused('started here', error, ADVICE);
  }
  loaded = true;
}

async function compile(source: unknown): Promise<object> {
  const [code, from] = await load(source === undefined ? ours() : source);
  if (isModule(code)) return code;
  try {
    return await WebAssembly.compile(code);
  } catch (error) {
    throw refused(`compiled${from}`, error, ADVICE);
  }
}

/** The bytes or the module, and where they came from, for an error. */
async function load(source: unknown): Promise<[Bytes | object, string]> {
  if (isBytes(source) || isModule(source)) return [source, ''];
  const isAddress = typeof source === 'string' || tag(source) === 'URL';
  const response = isAddress ? await fetched(source) : source;
  if (typeof (response as FetchedResponse | null)?.arrayBuffer !== 'function') {
    throw new TypeError(`source is ${show(source)}; it takes bytes, a WebAssembly.Module, a Response, a URL, or a promise of one`);
  }
  const { ok, status, url, headers } = response as FetchedResponse;
  const from = ` from ${url || source} (status ${status}, ${headers?.get('content-type') ?? 'no content type'})`;
  if (!ok) throw new IdleWheelError('ENGINE', `the engine can't be loaded${from}`);
  return [await (response as FetchedResponse).arrayBuffer(), from];
}

async function fetched(address: unknown): Promise<unknown> {
  try {
    return await (globalThis as unknown as { fetch(url: unknown): Promise<unknown> }).fetch(address);
  } catch (error) {
    throw refused(`loaded from ${address}`, error);
  }
}

const isBytes = (source: unknown): source is Bytes => ArrayBuffer.isView(source) || tag(source) === 'ArrayBuffer';

/** One of another realm, as of a test's sandbox, is a module too. */
const isModule = (source: unknown): source is object => tag(source) === 'WebAssembly.Module';

const tag = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
