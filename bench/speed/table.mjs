// The results as text for a terminal: a table for each case, kind, size and number.

import { short, spaced } from './format.mjs';
import { ratios, spread } from './statistics.mjs';

/** The other build, if there is one. */
const AGAINST = 'against';

export const column = ({ runs }, key) => runs.map((run) => run[key]);

/** Those that have the number: one that takes another peer may be missing. */
export const having = (results, key) => results.filter(({ runs }) => runs.every((run) => run[key] !== undefined));

/** By case, kind and size. */
export function cellsIn(results) {
  const cells = new Map();
  for (const result of results) {
    const key = [result.caseName, result.kind, result.size].join(' ');
    cells.set(key, [...(cells.get(key) ?? []), result]);
  }
  return [...cells.values()];
}

export function tables(results, cases) {
  return cellsIn(results)
    .map((cell) =>
      table(
        cell,
        cases.find(({ name }) => name === cell[0].caseName),
      ),
    )
    .join('\n\n');
}

function table(cell, { about, metrics, bases }) {
  const [{ caseName, kind, size }] = cell;
  const parts = metrics.flatMap((metric) => {
    const results = having(cell, metric.key);
    return results.length === 0 ? [] : plain(lines(results, metric, [...bases, AGAINST]));
  });
  return `${caseName}: ${about}; ${kind}, ${spaced(size)} uids\n${parts.join('\n')}`;
}

function lines(results, { key, title }, bases) {
  const compared = bases.flatMap((name) => results.find(({ peer }) => peer === name) ?? []);
  const heads = ['', title, 'from–to', ...compared.flatMap(({ peer }) => [`${peer} ×`, 'from–to'])];
  const rows = results.map((result) => {
    const own = column(result, key);
    return [result.peer, ...figures(spread(own)), ...compared.flatMap((base) => figures(ratios(own, column(base, key))))];
  });
  return [heads, ...rows];
}

const figures = ({ median, min, max }) => [short(median), `${short(min)}–${short(max)}`];

export function targetTable(lines) {
  const rows = lines.map(({ about, size, target, measured, holds }) => [about, size, target, measured, holds ? 'holds' : 'MISSES']);
  return `targets\n${plain([['', 'uids', 'target', 'measured', ''], ...rows])}`;
}

function plain(lines) {
  const widths = lines[0].map((_, i) => Math.max(...lines.map((cells) => cells[i].length)));
  const padded = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  return lines.map((cells) => `  ${cells.map(padded).join('  ')}`.trimEnd()).join('\n');
}
