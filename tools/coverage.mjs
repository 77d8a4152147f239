// `npm run coverage`: how much of the sources the tests run. `--help` says how.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Failure, run, script } from './exec.mjs';
import { bundle, inlineWasm } from './pack.mjs';
import { inRoot, nodeBin, root, toolBin } from './project.mjs';
import { setup } from './setup.mjs';

const USAGE = `usage: npm run coverage -- [--no-setup]

Runs the native tests and those of the package, and writes to docs/coverage.md how much of src/ and js/ they run. Fails if that is too little.
The engine has to be there: \`npm run build -- --faults\` makes it.`;

// In percent, of all files together.
const LEAST = {
  src: { functions: 97, regions: 97, lines: 97 },
  js: { functions: 97, branches: 97, lines: 97 },
};

const folder = inRoot('build/coverage');
const doc = inRoot('docs/coverage.md');
const FIGURES = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

/** The core, in the world as it is and in the small one. What JavaScript calls, bindings.rs and plain.rs, is compiled for WebAssembly only. */
function measureRust() {
  const report = join(folder, 'src.json');
  const cov = (...args) =>
    run(toolBin('cargo-llvm-cov'), ['llvm-cov', ...args], { env: { CARGO_LLVM_COV_TARGET_DIR: inRoot('target/coverage') } });
  cov('clean', '--workspace');
  cov('--no-report', '--locked', '--lib', '--tests');
  cov('--no-report', '--locked', '--features', 'small-world', '--test', 'small_world');
  // attack.rs is a test. world.rs is run by the compiler.
  cov('report', '--json', '--summary-only', '--ignore-filename-regex', 'attack|world', '--output-path', report);
  const { files, totals } = JSON.parse(readFileSync(report, 'utf8')).data[0];
  return { total: totals, files: files.map(({ filename, summary }) => [filename, summary]) };
}

/** Each file of js/ compiled by itself: so lines are found again that are one line in the package. */
async function measureJavaScript() {
  const names = readdirSync(inRoot('js')).filter((name) => /(?<!\.d)\.ts$/.test(name));
  await bundle('esm', undefined, {
    entryPoints: names.map((name) => `js/${name}`),
    outdir: join(folder, 'js'),
    minify: false,
    sourcemap: 'inline',
    plugins: [inlineWasm, apart],
  });
  const c8 = ['--temp-directory', join(folder, 'v8'), '--reports-dir', folder, '--reporter', 'json-summary'];
  const tests = readdirSync(inRoot('tests/js')).filter((name) => name.endsWith('.test.mjs'));
  // Not by run(): what fails while it is watched may well pass otherwise, and the step js is there for that.
  const { status } = spawnSync(
    nodeBin('c8'),
    [
      ...c8,
      '--exclude-after-remap',
      '--include',
      'js/**',
      'node',
      '--test',
      '--test-reporter=dot',
      ...tests.map((name) => `tests/js/${name}`),
    ],
    { cwd: root, env: { ...process.env, IDLEWHEEL_PACKAGE: pathToFileURL(join(folder, 'js/index.js')).href }, stdio: 'inherit' },
  );
  if (status === null) throw new Failure('c8 did not start');
  const { total, ...files } = JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8'));
  for (const kinds of [total, ...Object.values(files)]) for (const kind of Object.values(kinds)) kind.percent = kind.pct;
  return { total, files: Object.entries(files) };
}

const apart = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/.+\.ts$/ }, ({ kind, path }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    );
  },
};

function table(name, { total, files }) {
  const kinds = Object.keys(LEAST[name]);
  const row = (title, summary) => `| ${[title, ...kinds.map((kind) => `${summary[kind].percent.toFixed(1)} %`)].join(' | ')} |`;
  return [
    `| ${[`${name}/`, ...kinds].join(' | ')} |`,
    `|${' --- |'.repeat(kinds.length + 1)}`,
    ...files.map(([file, summary]) => row(relative(inRoot(name), file), summary)),
    row('**together**', total),
    '',
  ].join('\n');
}

script(async () => {
  const { values } = parseArgs({ options: { 'no-setup': { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(USAGE);
  if (!values['no-setup']) setup('long');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const measured = { src: measureRust(), js: await measureJavaScript() };
  const tables = Object.entries(measured).map(([name, figures]) => table(name, figures));
  console.log(`\n${tables.join('\n')}`);
  writeFileSync(doc, readFileSync(doc, 'utf8').replace(FIGURES, `\n${tables.join('\n')}\n`));
  const short = Object.entries(measured).flatMap(([name, { total }]) =>
    Object.entries(LEAST[name])
      .filter(([kind, least]) => total[kind].percent < least)
      .map(([kind, least]) => `${total[kind].percent} % of the ${kind} of ${name}/ are run by tests, not ${least} %`),
  );
  if (short.length > 0) throw new Failure(short.join('\n'));
});
