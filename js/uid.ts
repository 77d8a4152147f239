// Uids as bytes: one a code unit where all are up to 0xFF, else two; an integer as its eight. No UTF-8, so that a string
// comes back exactly as it was.

import type { Uid } from './api.d.ts';
import { show } from './errors.ts';
import { bytes, data } from './memory.ts';

// As `Kind` in src/uids.rs.
export const NUMBER = 0;
export const LATIN1 = 1;
export const UTF16 = 2;

/** The host's encoder, which needs the DOM's types otherwise. */
declare const TextEncoder: (new () => { encodeInto(text: string, into: Uint8Array): { read: number; written: number } }) | undefined;
/** Node's own, which other servers have as well. Never by its bare name, which bundlers would fetch a stand-in for. */
const node = globalThis as {
  readonly process?: { versions?: { node?: string } };
  readonly Buffer?: {
    from(buffer: ArrayBuffer): { readonly length: number; toString(encoding: 'latin1', start: number, end: number): string };
  };
};

/** From so many code units on, Node's encoder is quicker than a loop. In browsers each call of theirs costs too much. */
const ENCODED = 16;

let encoder: InstanceType<NonNullable<typeof TextEncoder>> | undefined;
let isNode: boolean | undefined;
let nodeView: ReturnType<NonNullable<typeof node.Buffer>['from']> | undefined;

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
  if (typeof TextEncoder !== 'function') return false;
  encoder ??= new TextEncoder();
  // Whatever is not ASCII takes more bytes than it has code units.
  const { read, written } = encoder.encodeInto(text, into);
  return read === text.length && written === text.length;
}

/** Whether one string is written sooner by the encoder. */
export function isEncoded(uid: string): boolean {
  isNode ??= node.process?.versions?.node !== undefined;
  return isNode && uid.length >= ENCODED;
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
  if (kind === LATIN1 && length >= ENCODED && node.Buffer !== undefined) {
    if (nodeView === undefined || nodeView.length === 0) nodeView = node.Buffer.from(all.buffer as ArrayBuffer);
    return nodeView.toString('latin1', start, start + length);
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
