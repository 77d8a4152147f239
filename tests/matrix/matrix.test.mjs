// The quick part of the matrix; with MATRIX=all, all of it. tests/matrix/run.mjs makes the table.

import { after, test } from 'node:test';
import { browserTitle, endBrowsers } from './run/browser.mjs';
import { allCases } from './run/cases.mjs';
import { NotRun } from './run/outcome.mjs';
import { hostsOf, runner } from './run/run.mjs';
import { setUp } from './run/setup.mjs';

const cases = allCases.filter(({ quick }) => quick || process.env.MATRIX === 'all');
setUp(cases);
after(endBrowsers);

for (const one of cases) {
  const run = runner(one);
  for (const host of hostsOf(one)) {
    const where = host === undefined ? '' : ` (${browserTitle(host)})`;
    test(`${one.tool}, ${one.what}${where}: ${one.passes ?? 'a uid expires'}`, async (t) => {
      try {
        await run(host);
      } catch (error) {
        if (!(error instanceof NotRun)) throw error;
        t.skip(error.message);
      }
    });
  }
}
