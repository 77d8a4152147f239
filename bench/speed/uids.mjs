// Who beats: uids of one kind, as bytes of their own, from which the text of a message is made. Nothing here is a string that a peer holds: else making
// a message would fetch that string into the cache just before it is looked up.

import { seeded } from '../../tests/js/seeded.mjs';

const QUOTE = 34;
const COMMA = 44;
const [OPEN, CLOSE] = [91, 93];

/** Names of uids that are all different, and in no order. */
const MAKERS = {
  /** 36 characters, as `crypto.randomUUID()` gives them. */
  uuid(random) {
    const word = () => Math.floor(random() * 2 ** 32);
    return () => {
      const hex = [word(), word(), word(), word()].map((n) => n.toString(16).padStart(8, '0')).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    };
  },
  /** `u` and up to 7 digits. */
  short: () => (i) => `u${(i * 7_654_321 + 1_234_567) % 10_000_000}`,
  /** Below 2³¹; one in eight is larger, up to 2⁵². */
  integer(random) {
    return (i) => {
      const low = mixed31(i);
      return String(i % 8 === 7 ? low + 2 ** 31 * (1 + Math.floor(random() * 2 ** 20)) : low);
    };
  },
};

/** A permutation of the integers below 2³¹. */
function mixed31(i) {
  let x = Math.imul(i + 1, 0x2c1b3c6d) & 0x7fffffff;
  x ^= x >>> 15;
  x = Math.imul(x, 0x297a2d39) & 0x7fffffff;
  return x ^ (x >>> 14);
}

export class Uids {
  #bytes;
  #ends;
  #isText;
  #message = new Uint8Array(1 << 17);
  #decoder = new TextDecoder();

  /** `kind`: 'uuid', 'short' or 'integer'. */
  constructor(kind, count, seed = 1) {
    const make = MAKERS[kind](seeded(seed));
    this.#isText = kind !== 'integer';
    this.#ends = new Uint32Array(count + 1);
    const bytes = new Uint8Array(count * 36);
    let end = 0;
    for (let i = 0; i < count; i++) {
      const name = make(i);
      for (let j = 0; j < name.length; j++) bytes[end++] = name.charCodeAt(j);
      this.#ends[i + 1] = end;
    }
    this.#bytes = bytes.slice(0, end);
  }

  /** New values of those that `order` names from `from` to `to`: an array, as parsed from a message. */
  parse(order, from, to) {
    let at = this.#open(0);
    for (let i = from; i < to; i++) at = this.#write(order[i], at);
    return this.#parsed(at);
  }

  /** The same, in arrays of up to `size`. */
  parseMany(order, from, to, size) {
    let at = this.#open(0);
    for (let i = from; i < to; i += size) {
      at = this.#open(at);
      for (let j = i; j < Math.min(to, i + size); j++) at = this.#write(order[j], at);
      this.#message[at - 1] = CLOSE;
      this.#message[at++] = COMMA;
    }
    return this.#parsed(at);
  }

  #open(at) {
    this.#message[at] = OPEN;
    return at + 1;
  }

  #write(uid, start) {
    const message = this.#message;
    const bytes = this.#bytes;
    const end = this.#ends[uid + 1];
    let at = start;
    if (this.#isText) message[at++] = QUOTE;
    for (let i = this.#ends[uid]; i < end; i++) message[at++] = bytes[i];
    if (this.#isText) message[at++] = QUOTE;
    message[at++] = COMMA;
    return at;
  }

  #parsed(at) {
    this.#message[at - 1] = CLOSE;
    return JSON.parse(this.#decoder.decode(this.#message.subarray(0, at)));
  }
}
