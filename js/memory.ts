// Views of the engine's memory. Growth detaches a view, and a detached one has no length: each is made anew when it is.

interface Grown {
  readonly buffer: ArrayBuffer;
}

let memory: Grown;
let byteView = new Uint8Array(0);
let wordView = new Uint32Array(0);
let dataView = new DataView(new ArrayBuffer(0));

export function setMemory(grown: Grown): void {
  memory = grown;
}

export function bytes(): Uint8Array {
  if (byteView.length === 0) byteView = new Uint8Array(memory.buffer);
  return byteView;
}

export function words(): Uint32Array {
  if (wordView.length === 0) wordView = new Uint32Array(memory.buffer);
  return wordView;
}

export function data(): DataView {
  // Asking a detached DataView for its length throws.
  if (dataView.buffer !== memory.buffer) dataView = new DataView(memory.buffer);
  return dataView;
}
