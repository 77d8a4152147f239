// Bytes as text, for a module that carries its WebAssembly with it. A byte is one printable character, or two: so what
// repeats in the bytes repeats in the text, and compressors find it. Base64 shifts it, and compresses a third worse.
// js/source/inlined.ts reads it.

/** Of the printable characters from `#` on, all but the backslash: none needs an escape between double quotes. */
const DIGITS = 89;
const digit = (n) => String.fromCharCode(35 + n + (n < 57 ? 0 : 1));
const PREFIXES = ['', '~', '}'];

export function toDigits(bytes) {
  let text = '';
  for (const byte of bytes) text += PREFIXES[Math.floor(byte / DIGITS)] + digit(byte % DIGITS);
  return text;
}
