// The engine's bytes as text inside a JavaScript module. Base64 loses the bounds of the bytes, and with them what
// compression could find: an engine of 38 KB takes 20.2 KB in base64, 15.5 KB in this encoding, and 14.7 KB as it is
// (brotli). It is ASCII, so that no server's or page's character set can spoil it, and needs nothing of its host.
//
// A byte is the character of its own number plus SHIFT, so that the frequent ones, the small, are printable. Where that
// character can't stand in a string, or in a page, one of `{|}~` goes before it: the number has 1 to 4 times STEP more.

const SHIFT = 43;
const STEP = 102;
const LAST_PLAIN = 'z'.charCodeAt(0);

const plain = (code) => code >= 0x20 && code <= LAST_PLAIN && !`"'\`$&<\\`.includes(String.fromCharCode(code));

const table = Array.from({ length: 256 }, (_, byte) => {
  for (let steps = 0; steps <= 4; steps++) {
    const code = (byte + SHIFT - steps * STEP) & 0xff;
    if (plain(code)) return (steps > 0 ? String.fromCharCode(LAST_PLAIN + steps) : '') + String.fromCharCode(code);
  }
  throw new Error(`byte ${byte} has no character: SHIFT and STEP don't fit together`);
});

export const encode = (bytes) => Array.from(bytes, (byte) => table[byte]).join('');

/** A module that exports `engineBytes`, which gives the bytes back. */
export const bytesModule = (bytes) => `const text = "${encode(bytes)}";

export function engineBytes() {
  const bytes = new Uint8Array(text.length);
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code > ${LAST_PLAIN}) code = (code - ${LAST_PLAIN}) * ${STEP} + text.charCodeAt(++i);
    bytes[end++] = code - ${SHIFT};
  }
  return bytes.subarray(0, end);
}
`;

export const bytesTypes = `/** The engine's WebAssembly. */
export function engineBytes(): Uint8Array<ArrayBuffer>;
`;
