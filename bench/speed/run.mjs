// Runs the measurements, each in its own process, peers in turn: within a repetition each has its turn, and in the next another begins.

const USUAL_SIZES = [1_000, 100_000, 1_000_000];

/** What is measured side by side: `{ caseName, size, kind, peers }`, in the order of the tables. */
export function cellsOf(cases, peers, { sizes, kinds }) {
  return cases.flatMap((aCase) =>
    aCase.kinds
      .filter((kind) => kinds === undefined || kinds.includes(kind))
      .flatMap((kind) =>
        sizesOf(aCase, sizes).map((size) => ({ aCase, size, kind, peers: peers.filter((peer) => aCase.takes(peer, kind, size)) })),
      ),
  );
}

/** Those that were asked for, of the case's own; sizes that are no case's own are measured in all. */
function sizesOf({ sizes }, asked = sizes) {
  return asked.filter((size) => sizes.includes(size) || !USUAL_SIZES.includes(size));
}

/** Gives of each cell and peer the numbers of all repetitions; `measure` makes each in a process of its own: `{ caseName, size, kind, peer, runs: [{ ns: … }, …] }`. */
export async function runCells(cells, { rounds, ms, builds, measure, progress }) {
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
