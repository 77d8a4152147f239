// `npm run bench`: idlewheel beside what one would use instead. `--help` says more.

import { writeFileSync } from 'node:fs';
import { Failure, script } from '../tools/exec.mjs';
import { installPackages } from '../tools/packages.mjs';
import { buildsOf } from './speed/builds.mjs';
import { allCases } from './speed/cases/index.mjs';
import { inNode } from './speed/node.mjs';
import { readOptions, USAGE } from './speed/options.mjs';
import { buildPackage } from './speed/package.mjs';
import { writePage } from './speed/page.mjs';
import { allPeers } from './speed/peers/index.mjs';
import { json, machine, report, versions } from './speed/report.mjs';
import { cellsOf, runCells } from './speed/run.mjs';
import { tables, targetTable } from './speed/table.mjs';
import { check } from './speed/targets.mjs';

const chosen = (all, names) => (names === undefined ? all : all.filter(({ name }) => names.includes(name)));

function list() {
  const lines = (all) => all.map(({ name, about }) => `  ${name.padEnd(18)}${about}`).join('\n');
  return `cases\n${lines(allCases)}\n\npeers\n${lines(allPeers([{ name: 'idlewheel', title: 'idlewheel' }]))}`;
}

/** Where the measurements run, if not in a browser. */
const NODE = { measure: inNode, version: () => undefined, end() {} };

async function main() {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return console.log(USAGE);
  if (options.list) return console.log(list());
  if (options.packageDir === undefined) buildPackage();
  const builds = buildsOf(options);
  installPackages('bench');
  const isHere = ({ browser }) => browser || !options.chromium;
  const peers = chosen(allPeers(builds), options.peers).filter(isHere);
  const cases = chosen(allCases, options.only).filter(isHere);
  const cells = cellsOf(cases, peers, options).filter((cell) => cell.peers.length > 0);
  if (cells.length === 0) throw new Failure('nothing is left to measure: no case has these peers, sizes and kinds');
  const { rounds, ms, packageDir, against, quick } = options;
  const ranOn = machine();
  const host = options.chromium ? await (await import('./speed/page/chromium.mjs')).openChromium(builds) : NODE;
  const browser = await host.version();
  const measuring = { rounds, ms, builds: { packageDir, against }, measure: host.measure, progress: (line) => console.error(line) };
  const results = await runCells(cells, measuring).finally(host.end);
  const all = report({ machine: ranOn, versions: versions(peers, builds), rounds, ms, quick, browser, results });
  console.log(`${tables(results, cases)}\n`);
  // They are Node's.
  const lines = options.chromium ? [] : check(results);
  if (lines.length > 0) console.log(`${targetTable(lines)}\n`);
  if (quick) console.log('A quick run: fewer rounds, sizes and peers, for a first impression only.');
  if (options.json) writeFileSync(options.json, json(all));
  // Only here, for the drawing library is large.
  if (options.write) writePage(all, cases, await (await import('./speed/charts.mjs')).charts(results));
  if (options.targets && lines.some(({ holds }) => !holds)) process.exitCode = 1;
}

script(main);
