// `npm run bench:presence`: what a beat costs beside a touch, and a server's worth of them. `--help` says more.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Failure, script } from '../tools/exec.mjs';
import { measures } from './presence/measures.mjs';
import { buildPackage } from './speed/package.mjs';
import { median } from './speed/statistics.mjs';

const USAGE = `usage: npm run bench:presence -- [--rounds N] [--seconds S]

100,000 connections of 60,000 uids beat in shuffled order, in a process of their own for each measurement, in turn with a bare wheel of 100,000 uids.
Prints ns a beat and a touch, and the processor time that 20,000 of them a second take, with the wheel's ticks; medians.
  --rounds N   how often each is measured, 5 by default
  --seconds S  for how long the load goes on, 10 by default`;

const PER_SECOND = 20_000;

script(() => {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seconds: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(USAGE);
  const rounds = whole('--rounds', values.rounds, 5);
  const seconds = whole('--seconds', values.seconds, 10);
  buildPackage();
  const runs = Array.from({ length: rounds }, (_, round) => {
    console.error(`round ${round + 1} of ${rounds}`);
    return Object.fromEntries(Object.keys(measures).map((name) => [name, measured(name, seconds)]));
  });
  const ns = (name) => median(runs.map((run) => run[name].ns)).toFixed(0);
  const times = (name) => median(runs.map((run) => run[name].ns / run.touch.ns)).toFixed(2);
  const percent = (of) => median(runs.map((run) => of(run) * 100)).toFixed(1);
  console.log(`a touch of a kept uuid        ${ns('touch')} ns`);
  console.log(`a touch by handle             ${ns('handle')} ns, ${times('handle')} of a touch`);
  console.log(`a beat                        ${ns('beat')} ns, ${times('beat')} of a touch`);
  console.log(`a beat that says active       ${ns('active')} ns, ${times('active')} of a touch`);
  console.log(`${PER_SECOND} touches a second        ${percent((run) => run.touch.share)} % of a core`);
  console.log(`${PER_SECOND} beats a second          ${percent((run) => run.beat.share)} % of a core`);
  console.log(`beats beyond touches          ${percent((run) => run.beat.share - run.touch.share)} % of a core`);
});

function measured(name, seconds) {
  const child = fileURLToPath(new URL('presence/measure.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [child, name, String(seconds), String(PER_SECOND)], { encoding: 'utf8' });
  if (status !== 0) throw new Failure(`${name} could not be measured:\n${stderr}`);
  return JSON.parse(stdout);
}

function whole(option, text, otherwise) {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d*$/.test(text)) throw new Failure(`${option} is ${JSON.stringify(text)}; it takes a whole number, 1 or more`);
  return Number(text);
}
