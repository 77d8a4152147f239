// All of a run as one object, which is what `--json` writes: the numbers of every round, and what it ran on. The tables and charts are made from it.

import { readFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { NODE_FLAGS } from './node.mjs';

/** Before anything is measured. */
export function machine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    // Without what a distribution or a provider adds to its name.
    os: `${type()} ${release().match(/^[\d.]*\d/)?.[0] ?? ''} (${arch()})`,
    node: process.versions.node,
    v8: process.versions.v8,
    loadAtStart: loadavg().map((load) => Number(load.toFixed(2))),
  };
}

export function versions(peers, builds) {
  const external = peers.flatMap(({ package: name }) =>
    name ? [[name, versionIn(new URL(`../node_modules/${name}/`, import.meta.url))]] : [],
  );
  const own = builds.map(({ title, folder }) => [title, versionIn(new URL(`file://${folder}/`))]);
  return Object.fromEntries([...own, ...external]);
}

const versionIn = (folder) => JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;

export function report({ machine, versions, rounds, ms, quick, browser, results }) {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine,
    versions,
    method: { rounds, ms, quick: quick === true, ...(browser ? { browser } : { nodeFlags: NODE_FLAGS }) },
    results: results.map(({ caseName, kind, size, peer, runs }) => ({ case: caseName, kind, size, peer, runs: runs.map(rounded) })),
  };
}

/** To four digits: more would be noise. */
const rounded = (run) => Object.fromEntries(Object.entries(run).map(([key, n]) => [key, Number(n.toPrecision(4))]));

/** What `report` made of them, back. */
export const resultsOf = ({ results }) => results.map(({ case: caseName, ...rest }) => ({ caseName, ...rest }));

/** A result a line, so that a change shows. */
export function json({ results, ...rest }) {
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  return `${head},\n  "results": [\n${results.map((result) => `    ${JSON.stringify(result)}`).join(',\n')}\n  ]\n}\n`;
}
