// What came of it, as a table.

import { root } from '../../../tools/project.mjs';
import { browserTitle } from './browser.mjs';
import { NotRun } from './outcome.mjs';

const WORDS = { failed: '**fails**', 'not run': 'not run' };
const HEADS = ['', 'version', 'what was run', 'outcome'];

export function table(results) {
  const cases = [...new Set(results.map((result) => result.case))];
  const rows = cases.map((one) => [one.tool, versionOf(one), one.what, outcomes(results.filter((result) => result.case === one))]);
  return [HEADS, HEADS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Hosts with the same outcome are named together. */
function outcomes(results) {
  const groups = [...new Set(results.map(says))];
  return groups
    .map((text) => {
      const where = results.flatMap((result) => (says(result) === text && result.host !== undefined ? [browserTitle(result.host)] : []));
      return where.length === 0 ? text : `${where.join(', ')}: ${text}`;
    })
    .join('; ');
}

const says = (result) =>
  result.outcome === 'passed' ? (result.case.passes ?? 'runs') : `${WORDS[result.outcome]}: ${inCell(result.reason)}`;
/** A page of the docs has no paths of the machine that made it. */
const inCell = (text) => text.split('\n')[0].replaceAll(`${root}/`, '').replaceAll('|', '\\|').slice(0, 300);

export function versionOf({ version = () => '' }) {
  try {
    return version();
  } catch (error) {
    if (error instanceof NotRun) return '';
    throw error;
  }
}
