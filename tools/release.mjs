// `npm run release`: everything that has to hold before the package is published, and then, where it may, publishing. `--help` says how.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, output, run, script } from './exec.mjs';
import { inRoot, root, version, xtask } from './project.mjs';
import { contentProblems, listing } from './release/contents.mjs';
import { provenanceProblems, publishArguments, repositoryProblems, tagOf } from './release/publishing.mjs';
import { treeProblems } from './release/tree.mjs';
import { versionProblems } from './release/versions.mjs';

const USAGE = `usage: npm run release -- --dry-run [--skip-tests] [--out FOLDER]
       npm run release -- --publish [--out FOLDER]

Checks that the versions agree (Cargo.toml, Cargo.lock, CHANGELOG.md, the package), that the tree is clean and on main, and that \`npm test\`
passes; builds the package from scratch, packs it, and compares the tarball with what package.json promises. Lists all problems at once.
  --dry-run     say what would be published, and how
  --publish     publish it, with provenance: only in a CI with OIDC, since npm refuses that elsewhere
  --skip-tests  with --dry-run: leave \`npm test\` out
  --out FOLDER  leave the package and the tarball there, in a new folder, instead of in build/release`;

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  publish: { type: 'boolean' },
  'skip-tests': { type: 'boolean' },
  out: { type: 'string' },
  help: { type: 'boolean' },
};

const NOT_TESTED = 'NOT TESTED: --skip-tests left `npm test` out. What is said here holds for a package that nobody has tried.';

script(async () => {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return console.log(USAGE);
  const { publish = false, 'dry-run': dryRun = false, 'skip-tests': skipTests = false } = values;
  if (publish === dryRun) throw new Failure('say --dry-run, to see what would be published, or --publish, to publish it: one of the two');
  if (publish && skipTests) throw new Failure('--skip-tests is for --dry-run: nothing is published that was not tested');
  // Before all the rest, which takes minutes and could not help.
  if (publish) throwAll(provenanceProblems(process.env));

  const out = resolve(values.out ?? inRoot('build/release'));
  if (values.out !== undefined && existsSync(out)) throw new Failure(`${values.out} exists, and --out takes a folder that does not yet`);
  if (skipTests) console.log(`${NOT_TESTED}\n`);
  const problems = treeProblems({ status: output('git', ['status', '--porcelain']), branch: output('git', ['branch', '--show-current']) });
  if (!skipTests) problems.push(...attempt(() => run('npm', ['test']), '`npm test` failed: mend what it lists above'));
  const packed = build(out, problems);
  problems.push(...versionProblems({ crate: version(), lock: read('Cargo.lock'), changelog: read('CHANGELOG.md'), ...packed }));
  const beforePublishing = packed ? repositoryProblems(packed.manifest, process.env) : [];
  if (packed) tell(packed);
  if (dryRun) {
    for (const problem of [...provenanceProblems(process.env), ...beforePublishing])
      console.log(`\n--publish would be refused: ${problem}.`);
    if (skipTests) console.log(`\n${NOT_TESTED}`);
  } else {
    problems.push(...beforePublishing);
  }
  throwAll(problems);
  if (publish) run('npm', publishArguments(packed.manifest.version, packed.tarball));
  else console.log('\nNothing was published: this was a dry run. It found no problem.');
});

/** The package, built from nothing and packed; undefined when that can't be done. What is wrong with it joins `problems`. */
function build(out, problems) {
  const [folder, target] = [join(out, 'package'), join(out, 'target')];
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const failed = attempt(() => {
    run('node', ['tools/setup.mjs', '--for', 'build']);
    run('node', ['tools/build.mjs', '--no-setup', '--out', folder], { env: { CARGO_TARGET_DIR: target, IDLEWHEEL_XTASK: xtask } });
  }, "the package can't be built: see above, and mend it until `npm run build` passes");
  rmSync(target, { recursive: true, force: true });
  problems.push(...failed);
  if (failed.length > 0) return undefined;
  const listed = output('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', out], { cwd: folder });
  if (listed === undefined) {
    problems.push(`the package can't be packed: see what \`npm pack\` says in ${relative(root, folder)}`);
    return undefined;
  }
  const [{ filename, files, size, unpackedSize }] = JSON.parse(listed);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  problems.push(...contentProblems({ manifest, packed: files.map(({ path }) => path), made: filesIn(folder) }));
  return { manifest, tarball: relative(root, join(out, filename)), files, size, unpackedSize };
}

function tell({ manifest, tarball, files, size, unpackedSize }) {
  console.log(`
${tarball}: ${size} bytes, ${unpackedSize} unpacked, ${files.length} files
${listing(files)}

would be published as
  name        ${manifest.name}
  version     ${manifest.version}
  tag         ${tagOf(manifest.version)}
  access      public
  provenance  yes
by
  npm ${publishArguments(manifest.version, tarball).join(' ')}`);
}

/** Runs what may fail; the problem that it is then, if any. */
function attempt(work, problem) {
  try {
    work();
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    return [problem];
  }
}

function throwAll(problems) {
  if (problems.length === 0) return;
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  throw new Failure(`\n${count}, and nothing was published:\n${problems.map((problem) => `- ${problem}.`).join('\n')}`);
}

function read(name) {
  return readFileSync(inRoot(name), 'utf8');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true }).filter((path) => statSync(join(folder, path)).isFile());
}
