// Runs the measurements, each in its own process, peers in turn: within a repetition each has its turn, and in the next another begins.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));
/** The same for all. */
export const NODE_FLAGS = ['--expose-gc'];

/** What is measured side by side: `{ caseName, size, kind, peers }`, in the order of the tables. */
export function cellsOf(cases, peers, { sizes, kinds }) {
  return cases.flatMap((aCase) =>
    aCase.kinds
      .filter((kind) => kinds === undefined || kinds.includes(kind))
      .flatMap((kind) =>
        aCase.sizes
          .filter((size) => sizes === undefined || sizes.includes(size))
          .map((size) => ({ aCase, size, kind, peers: peers.filter((peer) => aCase.takes(peer, kind, size)) })),
      ),
  );
}

/** Gives of each cell and peer the numbers of all repetitions: `{ caseName, size, kind, peer, runs: [{ ns: … }, …] }`. */
export async function runCells(cells, { rounds, ms, builds, progress }) {
  const results = [];
  let done = 0;
  const total = cells.reduce((sum, { peers }) => sum + peers.length, 0) * rounds;
  for (const { aCase, size, kind, peers } of cells) {
    const runs = new Map(peers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (let turn = 0; turn < peers.length; turn++) {
        const { name } = peers[(round + turn) % peers.length];
        progress(`${++done}/${total}  ${aCase.name}, ${kind}, ${size}, round ${round + 1}: ${name}`);
        runs.get(name).push(await measure({ peerName: name, caseName: aCase.name, size, kind, ms, ...builds }));
      }
    }
    const cell = peers.map(({ name }) => ({ caseName: aCase.name, size, kind, peer: name, runs: runs.get(name) }));
    aCase.derive?.(cell);
    results.push(...cell);
  }
  return results;
}

function measure(job) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, CHILD, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0 && text !== '') resolve(JSON.parse(text));
      else reject(new Error(`${job.peerName}, ${job.caseName}, ${job.kind}, ${job.size}: the process ended with ${signal ?? code}`));
    });
  });
}
