// The figures as tables, and the part of docs/lateness.md that holds them.

import { readFileSync, writeFileSync } from 'node:fs';
import { arch, availableParallelism, cpus, release, type } from 'node:os';
import { ms, spaced } from './numbers.mjs';

const PAGE = new URL('../../docs/lateness.md', import.meta.url);
const BEGIN = '<!-- figures: npm run lateness -- --write -->';
const END = '<!-- end of figures -->';

const BESIDE = { false: 'Nothing beside it', true: 'A busy loop beside it' };

const COLUMNS = [
  ['uids', ({ uids }) => spaced(uids)],
  ['min', ({ lateness }) => ms(lateness.min)],
  ['median', ({ lateness }) => ms(lateness.median)],
  ['99 %', ({ lateness }) => ms(lateness.p99)],
  ['max', ({ lateness }) => ms(lateness.max)],
  ['ticks, median', ({ ticks }) => ms(ticks.median)],
  ['ticks, max', ({ ticks }) => ms(ticks.max)],
  ['rest, median', ({ rest }) => ms(rest.median)],
  ['rest, 99 %', ({ rest }) => ms(rest.p99)],
  ['rest, max', ({ rest }) => ms(rest.max)],
  ['delivery, 99 %', ({ delivery }) => ms(delivery.p99)],
];

/** Figures of one kind, as rows of text. A case in which nobody expired has none. */
const rows = (results) => results.filter(({ lateness }) => lateness).map((result) => COLUMNS.map(([, cell]) => cell(result)));

const kinds = (results) => [false, true].map((busy) => ({ title: BESIDE[busy], ofKind: results.filter((result) => result.busy === busy) }));

export function tables(results) {
  return kinds(results)
    .map(({ title, ofKind }) => `${title}, ms late:\n${plain([COLUMNS.map(([name]) => name), ...rows(ofKind)])}`)
    .join('\n\n');
}

function plain(lines) {
  const widths = COLUMNS.map((_, i) => Math.max(...lines.map((cells) => cells[i].length)));
  return lines.map((cells) => cells.map((cell, i) => cell.padStart(widths[i])).join('  ')).join('\n');
}

function markdown(results) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(COLUMNS.map(([name]) => name)), line(COLUMNS.map(() => '---:')), ...rows(results).map(line)].join('\n');
}

function machine() {
  const kernel = release().match(/^[\d.]*\d/)?.[0] ?? '';
  return `Node ${process.versions.node} on ${type()} ${kernel} (${arch()}), ${cpus()[0].model.trim()}, ${availableParallelism()} cores.`;
}

/** `plot`: makes the SVG of some results. */
export async function writePage(results, plot) {
  const sections = [];
  for (const { title, ofKind } of kinds(results)) {
    const file = `lateness-${ofKind[0].busy ? 'busy' : 'alone'}.svg`;
    writeFileSync(new URL(file, PAGE), await plot(ofKind));
    sections.push(`### ${title}\n\n![Shares of uids by how many ms late they expired. ${title}.](${file})\n\n${markdown(ofKind)}`);
  }
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  if (after === undefined) throw new Error(`docs/lateness.md lacks the lines ${BEGIN} and ${END}`);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${machine()}\n\n${sections.join('\n\n')}\n\n${END}${after}`);
}
