// The default entry brings the engine's bytes, which the build inlines as text: tools/digits.mjs says how, and why.

import text from '../../build/engine.wasm';

const DIGITS = 89;
const BACKSLASH = 0x5c;
const FIRST = 0x23;

export function ownEngine(): Uint8Array {
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let prefixed = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // Each `}` or `~` is a prefix of the next digit.
    if (code > 0x7c) {
      prefixed = DIGITS * (0x7f - code);
    } else {
      bytes[length++] = prefixed + code - FIRST - (code > BACKSLASH ? 1 : 0);
      prefixed = 0;
    }
  }
  return bytes.subarray(0, length);
}
