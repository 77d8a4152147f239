// How many instructions the core's hot paths take: `npm run bench:instructions`. `--help` says more.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Failure, output, run, script } from '../tools/exec.mjs';
import { inRoot } from '../tools/project.mjs';
import { instructions } from './instructions/callgrind.mjs';
import { judge, table } from './instructions/judge.mjs';

const RECORD = inRoot('bench/native/instructions.json');
const MANIFEST = inRoot('bench/native/Cargo.toml');
const TARGET = inRoot('bench/native/target');
const PROGRAM = inRoot('bench/native/target/release/instructions');
const DETAILS = 'build/instructions';

const WRITE = '`npm run bench:instructions -- --write`';

const USAGE = `usage: npm run bench:instructions [-- --write]

Counts the instructions of each hot path of the core (bench/native/src/bin/instructions.rs) under callgrind, native, and compares them with
bench/native/instructions.json: fails where a path grew by more than 2 %. They are the same in every run, however busy the machine is, but
not with another rustc or another target: with those it prints them and judges nothing. What the C library takes is listed, and not judged:
it depends on the processor. Where in a path they are: \`callgrind_annotate ${DETAILS}/PATH.callgrind\`.

  --write  writes bench/native/instructions.json: commit it with the change that it is due to`;

const NO_VALGRIND = 'valgrind is missing: install it, on Debian with `sudo apt-get install -y --no-install-recommends valgrind`';

/** Why nothing can be counted here; undefined where it can. */
export const notCounted = () => (output('valgrind', ['--version']) === undefined ? NO_VALGRIND : undefined);

/** Why what is counted here can't be compared with what was recorded; undefined where it can. */
export function notJudged() {
  const [here, recorded] = [compiler(), readRecord()];
  if (here.rustc === recorded.rustc && here.target === recorded.target) return;
  const toolchain = recorded.rustc.split(' ')[1];
  return `the instructions were recorded with ${recorded.rustc} for ${recorded.target}, and this is ${here.rustc} for ${here.target}: compare \
with RUSTUP_TOOLCHAIN=${toolchain}, or record them for this one with ${WRITE}`;
}

function compiler() {
  const text = output('rustc', ['-vV']);
  if (text === undefined) throw new Failure('rustc is missing: install Rust first, as CONTRIBUTING.md says');
  return { rustc: text.split('\n')[0], target: text.match(/^host: (.+)$/m)[1] };
}

const readRecord = () => JSON.parse(readFileSync(RECORD, 'utf8'));

/** Instructions per operation, of the core and of the C library, by path. */
function count() {
  // Flags of the reader's own would make it another program.
  const env = { RUSTFLAGS: '' };
  run(
    'cargo',
    ['build', '--locked', '--quiet', '--release', '--bin', 'instructions', '--manifest-path', MANIFEST, '--target-dir', TARGET],
    { env },
  );
  mkdirSync(inRoot(DETAILS), { recursive: true });
  const [counted, library] = [{}, {}];
  for (const path of output(PROGRAM, []).split('\n')) {
    const file = inRoot(DETAILS, `${path}.callgrind`);
    const uncompressed = ['--compress-strings=no', '--compress-pos=no'];
    const args = ['--tool=callgrind', `--callgrind-out-file=${file}`, '--toggle-collect=*measured*', ...uncompressed, PROGRAM, path];
    const operations = Number(output('valgrind', args));
    if (!(operations > 0)) throw new Failure(`the path ${path} failed: \`${['valgrind', ...args].join(' ')}\` says how`);
    const { own, library: others } = instructions(readFileSync(file, 'utf8'), PROGRAM);
    counted[path] = Number((own / operations).toFixed(2));
    library[path] = others / operations;
  }
  return { counted, library };
}

function main({ help, write }) {
  if (help) return console.log(USAGE);
  const reason = notCounted();
  if (reason) throw new Failure(reason);
  const { counted, library } = count();
  if (write) {
    writeFileSync(RECORD, `${JSON.stringify({ ...compiler(), instructions: counted }, undefined, 2)}\n`);
    return console.log(`${table({}, counted, library)}\n\nbench/native/instructions.json is written`);
  }
  const { instructions: recorded } = readRecord();
  console.log(`${table(recorded, counted, library)}\n`);
  const unjudged = notJudged();
  if (unjudged) return console.log(`not judged: ${unjudged}`);
  const { grew, shrank, unknown, gone } = judge(recorded, counted);
  if (shrank.length > 0) console.log(`shrank by more than 2 %: ${shrank.join(', ')}. So that it stays so, record it: ${WRITE}`);
  const problems = [
    ...(grew.length > 0 ? [`grew by more than 2 %: ${grew.join(', ')}. If that is worth it, record it: ${WRITE}`] : []),
    ...(unknown.length > 0 ? [`not recorded: ${unknown.join(', ')}. Record it: ${WRITE}`] : []),
    ...(gone.length > 0 ? [`recorded, and no path any more: ${gone.join(', ')}. Record what there is: ${WRITE}`] : []),
  ];
  if (problems.length > 0) throw new Failure(problems.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  script(() => main(parseArgs({ options: { write: { type: 'boolean' }, help: { type: 'boolean' } } }).values));
}
