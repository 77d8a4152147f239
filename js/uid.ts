// Uids as bytes: one a code unit where all are up to 0xFF, else two; an integer as its eight. No UTF-8, so that a string
// comes back exactly as it was. A plain loop is as fast as any encoder for strings as short as these, in every host.

import type { Uid } from './api.d.ts';
import { show } from './errors.ts';
import { bytes, data } from './memory.ts';

// As `Kind` in src/uids.rs.
export const NUMBER = 0;
export const LATIN1 = 1;
export const UTF16 = 2;

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
  const memory = bytes().subarray(start, start + length);
  return fromUnits(kind === LATIN1 ? memory : new Uint16Array(memory.slice().buffer));
}

function fromUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let i = 0; i < units.length; i += PIECE) {
    text += String.fromCharCode.apply(undefined, units.subarray(i, i + PIECE) as unknown as number[]);
  }
  return text;
}
