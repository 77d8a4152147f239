// `npm run fuzz`: runs the fuzz targets, each from its corpus on. `--help` says how.

import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Failure, run, script } from './exec.mjs';
import { NIGHTLY } from './nightly.mjs';
import { inRoot, toolBin } from './project.mjs';
import { setup } from './setup.mjs';

const found = (target) => inRoot('build/fuzz', target);
const corpus = (target) => inRoot('fuzz/corpus', target);

/** The targets, which are the files of fuzz/fuzz_targets/. */
export const targets = readdirSync(inRoot('fuzz/fuzz_targets')).map((name) => name.replace(/\.rs$/, ''));

const USAGE = `usage: npm run fuzz -- [--seconds N] [--keep] [--no-setup] [TARGET…]

Runs each target for N seconds (600), beginning with what fuzz/corpus/TARGET holds; what it finds is kept in build/fuzz/TARGET, for the next run.
A failing input is written to fuzz/artifacts/TARGET, and printed with the command that runs it again.
  --keep      don't run: write to fuzz/corpus/TARGET the smallest inputs that reach all that was ever reached
  --no-setup  take it that everything needed is installed
  TARGET      ${targets.join(', ')}; all of them if none is named`;

function cargoFuzz(target, folders, limits) {
  // The core has no unsafe code, so a sanitizer would find nothing, and take half the speed.
  const build = ['--sanitizer', 'none', '--target-dir', inRoot('target/fuzz')];
  run(toolBin('cargo-fuzz'), ['run', ...build, target, ...folders, '--', ...limits], { env: NIGHTLY });
}

function fuzz(target, seconds) {
  mkdirSync(found(target), { recursive: true });
  // Longer inputs find little more, and take their time.
  const limits = ['-max_len=1024', '-len_control=0', '-timeout=20', `-max_total_time=${seconds}`, '-print_final_stats=1'];
  cargoFuzz(target, [found(target), corpus(target)], limits);
}

/**
 * How often a place is reached is left out of account: so it is a hundred files and not a thousand. The inputs named `start-…` stay in any
 * case, one for each clock that a wheel may start at.
 */
function keep(target) {
  const merged = `${found(target)}.merged`;
  rmSync(merged, { recursive: true, force: true });
  mkdirSync(merged, { recursive: true });
  cargoFuzz(target, [merged, corpus(target), found(target)], ['-merge=1', '-use_counters=0']);
  const isSeed = (name) => name.startsWith('start-');
  for (const name of readdirSync(corpus(target)).filter((name) => !isSeed(name))) rmSync(join(corpus(target), name));
  cpSync(merged, corpus(target), { recursive: true });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  script(() => {
    const { values, positionals } = parseArgs({
      options: {
        seconds: { type: 'string', default: '600' },
        keep: { type: 'boolean' },
        'no-setup': { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    });
    if (values.help) return console.log(USAGE);
    const unknown = positionals.filter((name) => !targets.includes(name));
    if (unknown.length > 0) throw new Failure(`unknown target ${unknown.join(', ')}: there are ${targets.join(', ')}`);
    if (!/^[1-9]\d*$/.test(values.seconds)) throw new Failure(`--seconds takes a whole number, not ${values.seconds}`);
    if (!values['no-setup']) setup('test');
    for (const target of positionals.length > 0 ? positionals : targets) {
      if (values.keep) keep(target);
      else fuzz(target, values.seconds);
    }
  });
}
