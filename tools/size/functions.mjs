// How many bytes each function of a WebAssembly module has, by the names that its name section gives.

const IMPORTS = 2;
const CODE = 10;
const FUNCTION_NAMES = 1;

/** Reads numbers and names one after another, as the binary format has them. */
function reader(bytes, start = 0) {
  let at = start;
  const number = () => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return value >>> 0;
    }
  };
  const skip = (count) => {
    at += count;
    return at;
  };
  const text = () => {
    const length = number();
    return bytes.toString('utf8', at, skip(length));
  };
  return { number, skip, text, at: () => at };
}

function* sections(bytes) {
  const { number, skip, at } = reader(bytes, 8);
  while (at() < bytes.length) {
    const id = number();
    const length = number();
    yield { id, start: at(), end: at() + length };
    skip(length);
  }
}

export function functionSizes(bytes) {
  const sizes = [];
  for (const { id, start } of sections(bytes)) {
    if (id === IMPORTS) throw new Error('functions that are imported are numbered first: this reads modules without any');
    if (id !== CODE) continue;
    const { number, skip } = reader(bytes, start);
    for (let left = number(); left > 0; left--) {
      const size = number();
      sizes.push({ size });
      skip(size);
    }
  }
  const names = namesIn(bytes);
  return sizes.map(({ size }, index) => ({ size, name: names.get(index) ?? `function ${index}` }));
}

function namesIn(bytes) {
  const names = new Map();
  for (const { id, start, end } of sections(bytes)) {
    const { number, skip, text, at } = reader(bytes, start);
    if (id !== 0 || text() !== 'name') continue;
    while (at() < end) {
      const kind = number();
      const length = number();
      if (kind !== FUNCTION_NAMES) {
        skip(length);
        continue;
      }
      // Without the hash that rustc appends.
      for (let left = number(); left > 0; left--)
        names.set(
          number(),
          text()
            .replace(/::h[0-9a-f]{16}$/, '')
            .replaceAll(/\[[0-9a-f]{16}\]/g, ''),
        );
    }
  }
  return names;
}
