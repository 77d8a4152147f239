// Whether memory levels off: what was held at most in the second half of a run against the first.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
export const collect = runInNewContext('gc');

const MB = 2 ** 20;

/** By so much the second half may be above the first: some part of it, and some MB. What is held varies with the crowd and with the host's collector. */
const KINDS = {
  wheels: { what: 'stats().memory of the wheels that stay', part: 0.1, more: 0.5 * MB },
  engine: { what: "the engine's memory", part: 0.25, more: 2 * MB },
  heap: { what: "JavaScript's heap", part: 0.2, more: 8 * MB },
  rss: { what: 'the process (RSS)', part: 0.25, more: 32 * MB },
};

/** The engine's memory is not in the API: it is taken from the instance as it is made, which is when the first uid arrives. */
let engine;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, args) {
    const instance = Reflect.construct(target, args);
    engine ??= Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    return instance;
  },
});

export class MemoryWatch {
  #samples = [];

  sample(atMs, wheels) {
    collect();
    const { heapUsed, rss } = process.memoryUsage();
    const held = wheels.reduce((sum, wheel) => sum + wheel.stats().memory, 0);
    this.#samples.push({ atMs, wheels: held, engine: engine.buffer.byteLength, heap: heapUsed, rss });
  }

  get last() {
    if (this.#samples.length === 0) return 'no sample of the memory yet';
    const { wheels, engine, heap, rss } = this.#samples.at(-1);
    return `${mb(wheels)} in wheels, ${mb(engine)} engine, ${mb(heap)} heap, ${mb(rss)} RSS`;
  }

  /** The first fifth is for growing. */
  check(totalMs, ledger) {
    const grown = this.#samples.filter(({ atMs }) => atMs >= totalMs / 5);
    const middle = totalMs * 0.6;
    for (const [kind, { what, part, more }] of Object.entries(KINDS)) {
      const most = (isIn) => Math.max(...grown.filter(isIn).map((sample) => sample[kind]));
      const first = most(({ atMs }) => atMs < middle);
      const second = most(({ atMs }) => atMs >= middle);
      if (!Number.isFinite(first + second)) ledger.fault('memory', 'too few samples: let it run for longer');
      else if (second > first * (1 + part) + more) ledger.fault('memory', `${what} grows: at most ${mb(first)} first, ${mb(second)} later`);
    }
  }
}

const mb = (bytes) => `${(bytes / MB).toFixed(1)} MB`;
