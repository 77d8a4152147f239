// The part of docs/speed.md that holds the figures, and the charts beside it.

import { readFileSync, writeFileSync } from 'node:fs';
import { short, sizeName } from './format.mjs';
import { json, resultsOf } from './report.mjs';
import { median, ratios } from './statistics.mjs';
import { column, having } from './table.mjs';
import { check } from './targets.mjs';

const DOCS = new URL('../../docs/', import.meta.url);
const PAGE = new URL('speed.md', DOCS);
const BEGIN = '<!-- figures: npm run bench -- --write -->';
const END = '<!-- end of figures -->';

const line = (cells) => `| ${cells.join(' | ')} |`;
const markdown = (heads, rows) => [line(heads), line(heads.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');

/** A table for each case, kind and number: a row a peer, a column a size. */
export function sections(results, cases) {
  return cases.flatMap(({ name, about, kinds, metrics, bases }) =>
    kinds.flatMap((kind) => {
      const ofKind = results.filter((result) => result.caseName === name && result.kind === kind);
      const parts = metrics.flatMap((metric) => {
        const measured = having(ofKind, metric.key);
        return measured.length === 0 ? [] : [table(measured, metric, bases)];
      });
      return parts.length === 0 ? [] : [`### ${name}, ${kind.replace('-', ' ')}: ${about}\n\n${parts.join('\n\n')}`];
    }),
  );
}

function table(results, { key, title }, bases) {
  const sizes = [...new Set(results.map(({ size }) => size))];
  const peers = [...new Set(results.map(({ peer }) => peer))];
  const find = (peer, size) => results.find((result) => result.peer === peer && result.size === size);
  const compared = bases.filter((base) => peers.includes(base));
  const heads = [title, ...sizes.flatMap((size) => [sizeName(size), ...compared.map((base) => `${base} ×`)])];
  const rows = peers.map((peer) => [
    peer.startsWith('idlewheel') ? `**${peer}**` : peer,
    ...sizes.flatMap((size) => {
      const own = find(peer, size);
      if (own === undefined) return ['', ...compared.map(() => '')];
      const times = compared.map((base) => short(ratios(column(own, key), column(find(base, size), key)).median));
      return [short(median(column(own, key))), ...times];
    }),
  ]);
  return markdown(heads, rows);
}

export function targets(results) {
  const rows = check(results).map(({ about, size, target, measured, holds }) => [
    about,
    size,
    target,
    measured,
    holds ? 'holds' : '**misses**',
  ]);
  return `### Targets\n\n${markdown(['', 'uids', 'target', 'measured', ''], rows)}`;
}

function ranOn({ date, machine, versions, method }) {
  const { cpu, cores, memoryGiB, os, node, v8, loadAtStart } = machine;
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return (
    `Measured on ${date}: Node ${node} (V8 ${v8}) on ${os}, ${cpu}, ${cores} cores, ${memoryGiB} GiB; load at the start ${loadAtStart.join(', ')}; ` +
    `medians of ${method.rounds} rounds. ${all.join(', ')}.`
  );
}

/** Writes docs/speed.json, docs/speed.md and the charts. */
export function writePage(report, cases, charts) {
  const results = resultsOf(report);
  const page = readFileSync(PAGE, 'utf8');
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  if (after === undefined) throw new Error(`docs/speed.md lacks the lines ${BEGIN} and ${END}`);
  for (const { file, svg } of charts) writeFileSync(new URL(file, DOCS), svg);
  const pictures = charts.map(({ file, about }) => `![${about}](${file})`);
  const parts = [ranOn(report), ...pictures, targets(results), ...sections(results, cases)];
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${parts.join('\n\n')}\n\n${END}${after}`);
  writeFileSync(new URL('speed.json', DOCS), json(report));
}
