// Uids as bytes: one a code unit where all are up to 0xFF, else two; an integer as its eight. No UTF-8, so that a string
// comes back exactly as it was.

import type { Uid } from './api.d.ts';
import { show } from './errors.ts';
import { bytes, data } from './memory.ts';

// As `Kind` in src/uids.rs.
export const NUMBER = 0;
export const LATIN1 = 1;
export const UTF16 = 2;

/** What the host has of these, which needs its types otherwise. Never by a bare name, which bundlers would fetch a stand-in for. */
const host = globalThis as {
  readonly process?: { versions?: { node?: string } };
  readonly Buffer?: { from?(buffer: ArrayBufferLike): Latin1Reader };
  readonly TextEncoder?: new () => Encoder;
};

interface Encoder {
  encodeInto?(text: string, into: Uint8Array): { read: number; written: number };
}

/** Node's Buffer. Its `toString` takes offsets only up to 2 GiB in Node 18. */
interface Latin1Reader {
  readonly length: number;
  latin1Slice?(start: number, end: number): string;
}

/** From so many code units on, what Node has for strings is quicker than a loop. In browsers each call of theirs costs too much. */
const ENCODED = 16;

let encoder: Encoder | undefined;
let isNode: boolean | undefined;
let reader: Latin1Reader | undefined;

/** Arguments that every host takes in one call. */
const PIECE = 4096;

export function isUid(value: unknown): value is Uid {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

export function badUid(value: unknown, name = 'uid'): TypeError {
  return new TypeError(`${name} is ${show(value)}; it takes a string or a safe integer`);
}

export function isLatin1(uid: string): boolean {
  for (let i = 0; i < uid.length; i++) {
    if (uid.charCodeAt(i) > 0xff) return false;
  }
  return true;
}

/** Writes a string by the host's encoder. False: it has other than ASCII characters, or there is no encoder; what was written is void. */
export function writeAscii(text: string, into: Uint8Array): boolean {
  encoder ??= typeof host.TextEncoder === 'function' ? new host.TextEncoder() : {};
  if (encoder.encodeInto === undefined) return false;
  // Whatever is not ASCII takes more bytes than it has code units.
  const { read, written } = encoder.encodeInto(text, into);
  return read === text.length && written === text.length;
}

/** Whether a string of so many code units is written and read sooner by what Node has. */
export function isForNode(length: number): boolean {
  isNode ??= host.process?.versions?.node !== undefined;
  return isNode && length >= ENCODED;
}

/** Writes a string of code units up to 0xFF. False: it has a larger one, and what was written is void. */
export function writeLatin1(uid: string, start: number): boolean {
  const memory = bytes();
  for (let i = 0; i < uid.length; i++) {
    const unit = uid.charCodeAt(i);
    if (unit > 0xff) return false;
    memory[start + i] = unit;
  }
  return true;
}

export function writeUtf16(uid: string, start: number): void {
  const memory = bytes();
  for (let i = 0; i < uid.length; i++) {
    const unit = uid.charCodeAt(i);
    memory[start + 2 * i] = unit;
    memory[start + 2 * i + 1] = unit >> 8;
  }
}

export function writeNumber(uid: number, start: number): void {
  // Adding 0 makes -0 the 0 that it is.
  data().setFloat64(start, uid + 0, true);
}

export function readUid(kind: number, length: number, start: number): Uid {
  if (kind === NUMBER) return data().getFloat64(start, true);
  const all = bytes();
  if (kind === LATIN1 && isForNode(length)) {
    // Detached by growth.
    if (reader === undefined || reader.length === 0) reader = host.Buffer?.from?.(all.buffer);
    const text = reader?.latin1Slice?.(start, start + length);
    if (text !== undefined) return text;
  }
  const memory = all.subarray(start, start + length);
  return fromUnits(kind === LATIN1 ? memory : new Uint16Array(memory.slice().buffer));
}

function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let i = 0; i < units.length; i += PIECE) {
    text += String.fromCharCode.apply(undefined, units.subarray(i, i + PIECE) as unknown as number[]);
  }
  return text;
}
