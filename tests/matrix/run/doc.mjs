// docs/loading-matrix.md.

import { writeFileSync } from 'node:fs';
import { inRoot } from '../../../tools/project.mjs';
import { browserTitle } from './browser.mjs';
import { table } from './table.mjs';

/** `browsers`: their versions by their names. */
export function doc(results, browsers) {
  const versions = Object.entries(browsers).map(([name, version]) => `${browserTitle(name)} ${version}`);
  return `# Where it was loaded

Made by \`npm run test:matrix -- --write\`: the package as npm packs it, installed in a new project for each row, built where there is something to build, and run.
*Runs* means that a uid was seen to expire there, after 30 ms on the host's own interval. In none of the tools was anything configured for idlewheel. What was *moved* ran in an empty
folder, without node_modules.

${versions.length > 0 ? `Browsers, headless, as they call themselves: ${versions.join(', ')}. ` : ''}The machine: ${process.platform} ${process.arch}.

${table(results)}
`;
}

export function writeDoc(text) {
  writeFileSync(inRoot('docs/loading-matrix.md'), text);
}
