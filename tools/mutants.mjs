// `npm run mutants`: breaks the core in one place after another, and sees that a test fails each time. `--help` says how.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, output, script } from './exec.mjs';
import { explanations, lastingNames, problems } from './mutants/survivors.mjs';
import { copyTree, tree } from './mutants/tree.mjs';
import { inRoot, toolBin } from './project.mjs';
import { setup } from './setup.mjs';

const USAGE = `usage: npm run mutants -- [--part | --file FILE,…] [--no-setup]

Breaks src/ in one place after another, in a copy, and runs the native tests each time. Fails for each such mutant that no test finds and that
docs/mutants.md doesn't explain, and for each explanation that isn't needed. All of them take about an hour.
  --part       a few only, which change with the sources
  --file FILE  those of some files only, as src/ring.rs
  --no-setup   take it that everything needed is installed`;

/** As many as are tried in a minute. */
const PART = 12;

/** A mutant may ask for memory without end: in kilobytes, where the system has such a limit. */
const MEMORY = 8_000_000;

const bin = toolBin('cargo-mutants');
const out = inRoot('build/mutants');

script(() => {
  const { values } = parseArgs({
    options: { part: { type: 'boolean' }, file: { type: 'string' }, 'no-setup': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  if (!values['no-setup']) setup('test');
  const sources = copyTree();
  const all = output(bin, ['mutants', '--list', '--colors', 'never'], { cwd: tree }).split('\n');
  const outcomes = tryMutants(
    values.part ? part(all.length, sources) : (values.file?.split(',') ?? []).flatMap((file) => ['--re', `^${file}:`]),
  );
  const explained = explanations(readFileSync(inRoot('docs/mutants.md'), 'utf8'));
  const found = problems({ names: lastingNames(all), outcomes, explained });
  for (const problem of found) console.log(problem);
  const missed = outcomes.filter(({ summary }) => summary === 'MissedMutant').length;
  console.log(
    `${outcomes.length} of ${all.length} mutants tried: ${outcomes.length - missed} found by tests or by the compiler, ${missed} not`,
  );
  if (outcomes.length === 0) throw new Failure('no mutant was tried');
  if (found.length > 0) throw new Failure('find them with a test, or say in docs/mutants.md why none can');
});

/** The arguments for a few: the same for the same sources, and in time all of them. */
function part(count, sources) {
  const parts = Math.ceil(count / PART);
  const chosen = createHash('sha256').update(sources).digest().readUInt32BE() % parts;
  return ['--shard', `${chosen}/${parts}`, '--sharding', 'round-robin'];
}

function tryMutants(which) {
  const args = ['mutants', '--in-place', '--no-times', '--colors', 'never', '--output', out, ...which];
  const { status } = spawnSync('sh', ['-c', `ulimit -v ${MEMORY} 2>/dev/null; exec "$0" "$@"`, bin, ...args], {
    cwd: tree,
    env: { ...process.env, CARGO_TARGET_DIR: join(tree, 'target') },
    stdio: 'inherit',
  });
  // 2: some were missed; 3: some ran out of time.
  if (![0, 2, 3].includes(status)) throw new Failure(`cargo-mutants failed with exit code ${status}: see above`);
  const { outcomes } = JSON.parse(readFileSync(join(out, 'mutants.out/outcomes.json'), 'utf8'));
  return outcomes.flatMap(({ scenario, summary }) => (scenario.Mutant ? [{ name: scenario.Mutant.name, summary }] : []));
}
