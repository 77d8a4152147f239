// What can be asked for on the command line.

import { parseArgs } from 'node:util';
import { Failure } from '../../tools/exec.mjs';
import { allCases } from './cases/index.mjs';
import { FULL, QUICK } from './extent.mjs';
import { allPeers } from './peers/index.mjs';

const OPTIONS = {
  quick: { type: 'boolean' },
  only: { type: 'string' },
  peers: { type: 'string' },
  sizes: { type: 'string' },
  kinds: { type: 'string' },
  rounds: { type: 'string' },
  ms: { type: 'string' },
  package: { type: 'string' },
  against: { type: 'string' },
  json: { type: 'string' },
  write: { type: 'boolean' },
  targets: { type: 'boolean' },
  chromium: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
};

export const USAGE = `usage: npm run bench -- [OPTION]…

Measures idlewheel beside what one would use instead, each in a process of its own, in turn; prints medians, and how many times as long others take.
Everything takes hours; sets up and builds what is missing first.

  --quick           fewer rounds, sizes and peers, about two minutes: a first impression
  --only CASE,…     some of the cases
  --peers PEER,…    some of the peers
  --sizes SIZE,…    some of the numbers of uids: 1k, 100k, 1m; others are measured in all cases
  --kinds KIND,…    some of the kinds of uids: ${[...new Set(allCases.flatMap(({ kinds }) => kinds))].join(', ')}
  --rounds N        how often each is measured, 5 by default
  --ms MS           for how long in a round, where that can be chosen, 1000 by default
  --package DIR     another build of idlewheel in place of pkg/
  --against DIR     a second build of it, as peers of its own, and the first compared with it
  --json FILE       writes the numbers of every round
  --write           writes docs/speed.md, docs/speed.json and the charts
  --targets         exits with 1 where one of the targets is missed
  --chromium        the cases and peers that exist in browsers, in headless Chromium
  --list            says what cases and peers there are`;

export function readOptions(args) {
  const { values } = parsed(args);
  const { package: packageDir, against } = values;
  if (values.quick && values.write)
    throw new Failure('--quick is for a first impression: its figures are not to be published with --write');
  if (values.chromium && values.write) throw new Failure('--chromium: the figures that --write publishes are those of Node');
  const defaults = values.quick ? QUICK : FULL;
  const asked = {
    sizes: list(values.sizes, '--sizes', readSize),
    rounds: whole(values.rounds, '--rounds'),
    ms: whole(values.ms, '--ms'),
    only: list(values.only, '--only', oneOf(allCases.map(({ name }) => name))),
    kinds: list(values.kinds, '--kinds', oneOf(allCases.flatMap(({ kinds }) => kinds))),
    peers: list(values.peers, '--peers', oneOf(peerNames(against))),
  };
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return { ...values, packageDir, ...defaults, ...Object.fromEntries(given) };
}

/** Of the builds nothing but their names is needed to know what peers there are. */
const peerNames = (against) =>
  allPeers([{ name: 'idlewheel' }, ...(against === undefined ? [] : [{ name: 'against' }])]).map(({ name }) => name);

function parsed(args) {
  try {
    return parseArgs({ args, options: OPTIONS });
  } catch (error) {
    throw new Failure(`${error.message}\nSee \`npm run bench -- --help\`.`);
  }
}

function list(text, option, read) {
  return text?.split(',').map((item) => {
    const value = read(item);
    if (value === undefined) throw new Failure(`${option}: ${JSON.stringify(item)} is none; it takes ${read.takes}, with commas between`);
    return value;
  });
}

function oneOf(names) {
  const all = [...new Set(names)];
  return Object.assign((item) => (all.includes(item) ? item : undefined), { takes: all.join(', ') });
}

const FACTORS = { '': 1, k: 1_000, m: 1_000_000 };

const readSize = Object.assign(
  (item) => {
    const [, digits, suffix] = item.match(/^([1-9]\d{0,6})([km]?)$/i) ?? [];
    const size = digits && Number(digits) * FACTORS[suffix.toLowerCase()];
    return size <= 10_000_000 ? size : undefined;
  },
  { takes: 'numbers of uids up to 10m, such as 1000, 100k or 1m' },
);

function whole(text, option) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new Failure(`${option} is ${JSON.stringify(text)}; it takes a whole number, 1 or more`);
  return value;
}
