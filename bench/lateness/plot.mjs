// Histograms as SVG: a panel for each number of uids, all on the same scales.

import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { spaced } from './numbers.mjs';

/** Panels with more steps are hard to read. */
const MOST_BINS = 70;

const INK = '#1f2430';
const SERIES = [
  { name: 'lateness', of: ({ lateness }) => lateness, color: '#5b8fd6' },
  { name: 'without what the ticks came late by', of: ({ rest }) => rest, color: '#d9731a' },
];

/** Measurements that differ in the number of uids only. */
export async function plot(results) {
  const { binMs, tick } = results[0];
  const longest = Math.max(...results.map(({ lateness }) => lateness.bins.length));
  const size = Math.ceil(longest / MOST_BINS);
  const step = binMs * size;
  const panels = results.map((result) => ({
    title: `${spaced(result.uids)} uids`,
    values: SERIES.flatMap(({ name, of }) =>
      shares(of(result).bins, size, result.uids).map((percent, i) => ({ name, ms: i * step, percent })),
    ),
  }));
  const most = {
    ms: (Math.ceil(longest / size) + 1) * step,
    percent: Math.max(...panels.flatMap(({ values }) => values.map((v) => v.percent))),
  };
  const view = new View(parse(compile(figure(panels, { tick, step, most })).spec), { renderer: 'none' });
  return `${await view.toSVG()}\n`;
}

/** `size` bins put together, in percent; an empty one at the end, where the last step comes down. */
function shares(bins, size, uids) {
  const count = Math.ceil(bins.length / size) + 1;
  return Array.from({ length: count }, (_, i) => (100 * bins.slice(i * size, (i + 1) * size).reduce((sum, n) => sum + n, 0)) / uids);
}

function figure(panels, scales) {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    // Of its own: whoever reads in the dark sees dark ink on white all the same.
    background: 'white',
    padding: 16,
    spacing: 14,
    vconcat: panels.map((panel, i) => panelOf(panel, i === panels.length - 1, scales)),
    config: {
      aria: false,
      font: 'system-ui, sans-serif',
      view: { stroke: null },
      axis: { labelColor: INK, titleColor: INK, titleFontWeight: 'normal', titlePadding: 8, labelFontSize: 11, titleFontSize: 12 },
      axisX: { grid: false, tickCount: 8 },
      axisY: { gridColor: '#e6e8ec', tickCount: 3, domain: false, ticks: false, labelPadding: 6 },
      title: { color: INK, fontSize: 12, anchor: 'start', offset: 6 },
      legend: { orient: 'top', title: null, labelColor: INK, labelFontSize: 12, labelLimit: 0, symbolType: 'square', offset: 10 },
    },
  };
}

function panelOf({ title, values }, isLast, { tick, step, most }) {
  const x = {
    field: 'ms',
    type: 'quantitative',
    scale: { domain: [0, most.ms], nice: false },
    axis: isLast ? { title: 'fired − deadline (ms)', format: 'd' } : { labels: false, title: null },
  };
  const y = { field: 'percent', type: 'quantitative', scale: { domain: [0, most.percent] }, title: `% in ${step} ms` };
  const color = { field: 'name', scale: { domain: SERIES.map(({ name }) => name), range: SERIES.map(({ color }) => color) } };
  const [all, rest] = SERIES.map(({ name }) => ({ filter: `datum.name === ${JSON.stringify(name)}` }));
  return {
    title,
    width: 640,
    height: 80,
    layer: [
      { data: { values }, transform: [all], mark: { type: 'area', interpolate: 'step-after', opacity: 0.85 }, encoding: { x, y, color } },
      {
        data: { values },
        transform: [rest],
        mark: { type: 'line', interpolate: 'step-after', strokeWidth: 1.5 },
        encoding: { x, y, color },
      },
      {
        data: { values: [{ ms: tick, label: 'one tick' }] },
        layer: [ruleAt, labelAt],
        encoding: { x: { field: 'ms', type: 'quantitative' } },
      },
    ],
  };
}

const ruleAt = { mark: { type: 'rule', color: INK, strokeDash: [3, 3] } };
const labelAt = {
  mark: { type: 'text', align: 'left', baseline: 'top', dx: 5, fontSize: 11, color: INK },
  encoding: { y: { value: 0 }, text: { field: 'label' } },
};
