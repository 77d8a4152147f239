// The results as text for a terminal: a table for each case, kind and size.

import { short, spaced } from './format.mjs';
import { ratios, spread } from './statistics.mjs';

/** Whom the others are compared with, where they were measured. */
const BASES = ['ring', 'rival', 'against'];

export function tables(results, cases) {
  return [...grouped(results).values()]
    .map((cell) =>
      table(
        cell,
        cases.find(({ name }) => name === cell[0].caseName),
      ),
    )
    .join('\n\n');
}

const keyOf = ({ caseName, kind, size }) => `${caseName} ${kind} ${size}`;

function grouped(results) {
  const groups = new Map();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result]);
  return groups;
}

function table(cell, { about, metrics }) {
  const [{ caseName, kind, size }] = cell;
  const lines = metrics.map(({ key, title }) => {
    const bases = BASES.flatMap((name) => cell.find(({ peer }) => peer === name) ?? []);
    const heads = ['', title, 'from–to', ...bases.flatMap(({ peer }) => [`× ${peer}`, 'from–to'])];
    const rows = cell.map((result) => {
      const own = column(result, key);
      return [result.peer, ...figures(spread(own)), ...bases.flatMap((base) => figures(ratios(own, column(base, key))))];
    });
    return plain([heads, ...rows]);
  });
  return `${caseName}: ${about}; ${kind}, ${spaced(size)} uids\n${lines.join('\n')}`;
}

const column = ({ runs }, key) => runs.map((run) => run[key]);
const figures = ({ median, min, max }) => [short(median), `${short(min)}–${short(max)}`];

function plain(lines) {
  const widths = lines[0].map((_, i) => Math.max(...lines.map((cells) => cells[i].length)));
  const padded = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  return lines.map((cells) => `  ${cells.map(padded).join('  ')}`.trimEnd()).join('\n');
}
