// Metadata: a frozen copy, so that what the others were told is what is kept.

import { show } from '../errors.ts';
import type { Json } from './api.d.ts';

/** Deeper than that no parser goes with certainty. */
const DEPTH = 100;

/** A copy of what JSON can hold; a `TypeError` that names the place of what it can't. */
export function copyJson(value: unknown, name = 'meta', depth = 0): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value as Json;
  if (depth >= DEPTH) throw new TypeError(`${name} is nested more than ${DEPTH} deep, or in itself; it takes what JSON can hold`);
  if (Array.isArray(value)) return Object.freeze(Array.from(value, (item, index) => copyJson(item, `${name}[${index}]`, depth + 1)));
  if (!isPlain(value)) throw new TypeError(`${name} is ${show(value)}; it takes what JSON can hold`);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  // Not by assignment: `__proto__` is a key like any other.
  return Object.freeze(Object.fromEntries(entries.map(([key, item]) => [key, copyJson(item, `${name}.${key}`, depth + 1)])));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  // One of another realm has another Object.prototype, which is at the end of the chain all the same.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
