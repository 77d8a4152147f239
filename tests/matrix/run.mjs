// `npm run test:matrix`: loads the package wherever it is to be loaded. `--help` says more.

import { Failure, script } from '../../tools/exec.mjs';
import { browserTitle, endBrowsers, sessionVersions } from './run/browser.mjs';
import { allCases } from './run/cases.mjs';
import { doc, writeDoc } from './run/doc.mjs';
import { readOptions, USAGE } from './run/options.mjs';
import { runAll } from './run/run.mjs';
import { setUp } from './run/setup.mjs';
import { table, versionOf } from './run/table.mjs';

const list = () =>
  allCases.map(({ name, tool, what, quick }) => `  ${name.padEnd(25)}${tool}: ${what}${quick ? ' (quick)' : ''}`).join('\n');

function progress({ case: one, host, outcome, reason, seconds }) {
  const where = host === undefined ? '' : ` in ${browserTitle(host)}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  console.error(`${outcome}  ${one.name}${where} (${[one.tool, versionOf(one)].filter(Boolean).join(' ')}), ${seconds.toFixed(1)} s${why}`);
}

async function main() {
  const { help, list: names, cases, packageFolder, write } = readOptions(process.argv.slice(2));
  if (help) return console.log(USAGE);
  if (names) return console.log(list());
  setUp(cases, packageFolder);
  try {
    const results = await runAll(cases, progress);
    const count = (wanted) => results.filter(({ outcome }) => outcome === wanted).length;
    console.log(table(results));
    console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('not run')} skipped`);
    if (results.length === 0) throw new Failure('no case was run');
    if (count('failed') > 0) throw new Failure(`${count('failed')} failed: see above${write ? '. The page was not written' : ''}`);
    if (write) writeDoc(doc(results, await sessionVersions()));
  } finally {
    await endBrowsers();
  }
}

script(main);
