// `npm run bench`: idlewheel beside what one would use instead. `--help` says more.

import { Failure, script } from '../tools/exec.mjs';
import { buildsOf } from './speed/builds.mjs';
import { allCases } from './speed/cases/index.mjs';
import { readOptions, USAGE } from './speed/options.mjs';
import { allPeers } from './speed/peers/index.mjs';
import { cellsOf, runCells } from './speed/run.mjs';
import { buildPackage, installPeers } from './speed/setup.mjs';
import { tables } from './speed/table.mjs';

const chosen = (all, names) => (names === undefined ? all : all.filter(({ name }) => names.includes(name)));

function list(peers) {
  const lines = (all) => all.map(({ name, about }) => `  ${name.padEnd(18)}${about}`).join('\n');
  return `cases\n${lines(allCases)}\n\npeers\n${lines(peers)}`;
}

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  if (!options.packageDir) buildPackage();
  const peers = allPeers(buildsOf(options));
  if (options.list) return console.log(list(peers));
  installPeers();
  const cases = chosen(allCases, options.only);
  const cells = cellsOf(cases, chosen(peers, options.peers), options).filter((cell) => cell.peers.length > 0);
  if (cells.length === 0) throw new Failure('nothing is left to measure: no case has these peers, sizes and kinds');
  const { rounds = 5, ms = 1_000, packageDir, against } = options;
  const results = await runCells(cells, { rounds, ms, builds: { packageDir, against }, progress: (line) => console.error(line) });
  console.log(tables(results, cases));
}

script(main);
