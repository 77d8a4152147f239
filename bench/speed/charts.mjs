// Charts as SVG.

import { parse, View } from 'vega';
import { compile } from 'vega-lite';
import { sizeName } from './format.mjs';
import { median } from './statistics.mjs';
import { column } from './table.mjs';

const INK = '#1f2430';
const OWN = '#d9731a';
const OTHERS = '#5b8fd6';
const SIZE_COLORS = ['#9db8dd', '#5b8fd6', '#1f4f94'];

const ofTouch = (kind) => (result) => result.caseName === 'touch' && result.kind === kind;
const isOwn = ({ peer }) => peer.startsWith('idlewheel');
const isNoOtherBuild = ({ peer }) => !peer.startsWith('against');

/** A row a peer, or a peer and how its uids come. */
const WAYS = [
  ['ring', 'fresh-uuid', 'ring, fresh'],
  ['rival', 'fresh-uuid', 'rival, fresh'],
  ['idlewheel', 'fresh-uuid', 'idlewheel touch(uid), fresh'],
  ['idlewheel-many', 'fresh-uuid', 'idlewheel touchMany(uids), fresh'],
  ['ring', 'kept-uuid', 'ring, kept'],
  ['rival', 'kept-uuid', 'rival, kept'],
  ['idlewheel', 'kept-uuid', 'idlewheel touch(uid), kept'],
  ['refresh-held', 'kept-uuid', 'refresh() on a Timeout at hand'],
  ['idlewheel-handle', 'kept-uuid', 'idlewheel handle.touch()'],
];

/** `{ file, about, svg }` of each chart whose numbers were measured. */
export async function charts(results) {
  const own = results.filter(isNoOtherBuild);
  const fresh = own.filter(ofTouch('fresh-uuid')).filter(({ peer }) => peer !== 'idlewheel-many');
  const ways = WAYS.flatMap(([peer, kind, label]) => own.filter((r) => r.peer === peer && ofTouch(kind)(r)).map((r) => ({ ...r, label })));
  const memory = own.filter(({ caseName, kind, size }) => caseName === 'memory' && kind === 'fresh-uuid' && size === 1_000_000);
  const all = [
    ['speed-touch.svg', 'ns per touch of a fresh uuid, all peers', fresh, () => dots(fresh)],
    ['speed-ways.svg', 'ns per touch: fresh and kept strings, touchMany and handles', ways, () => dots(ways)],
    ['speed-memory.svg', 'resident bytes per uuid, a million of them', memory, () => bars(memory)],
  ];
  return Promise.all(
    all
      .filter(([, , of]) => of.length > 0)
      .map(async ([file, about, , spec]) => ({
        file,
        about,
        svg: `${await new View(parse(compile({ ...figure, ...spec() }).spec), { renderer: 'none' }).toSVG()}\n`,
      })),
  );
}

const labelOf = ({ label, peer }) => label ?? peer;
const OWN_IS_BOLD = { condition: { test: `indexof(datum.value, 'idlewheel') === 0`, value: 'bold' }, value: 'normal' };

/** On a scale on which equal distances are equal factors: hence dots, for bars would have to start somewhere. */
function dots(results) {
  const sizes = [...new Set(results.map(({ size }) => size))].sort((a, b) => a - b).map(sizeName);
  const values = results.map((result) => ({
    row: labelOf(result),
    size: `${sizeName(result.size)} uids`,
    ns: median(column(result, 'ns')),
  }));
  const order = [...new Set(values.map(({ row }) => row))];
  const y = { field: 'row', type: 'nominal', sort: order, title: null, axis: { labelFontWeight: OWN_IS_BOLD, grid: true } };
  const x = { field: 'ns', type: 'quantitative', scale: { type: 'log' }, title: 'ns per touch (logarithmic)' };
  const color = {
    field: 'size',
    type: 'nominal',
    scale: { domain: sizes.map((size) => `${size} uids`), range: SIZE_COLORS.slice(-sizes.length) },
  };
  return {
    data: { values },
    width: 520,
    height: { step: 22 },
    mark: { type: 'point', filled: true, size: 90, opacity: 1 },
    encoding: { x, y, color },
  };
}

function bars(results) {
  const values = results.map((result) => ({
    row: labelOf(result),
    bytes: median(column(result, 'rss')),
    color: isOwn(result) ? OWN : OTHERS,
  }));
  const y = { field: 'row', type: 'nominal', sort: values.map(({ row }) => row), title: null, axis: { labelFontWeight: OWN_IS_BOLD } };
  const x = { field: 'bytes', type: 'quantitative', title: 'bytes per uid' };
  return {
    data: { values },
    width: 520,
    height: { step: 22 },
    mark: 'bar',
    encoding: { x, y, color: { field: 'color', type: 'nominal', scale: null } },
  };
}

const figure = {
  $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
  // Of its own: whoever reads in the dark sees dark ink on white all the same.
  background: 'white',
  padding: 16,
  config: {
    aria: false,
    font: 'system-ui, sans-serif',
    view: { stroke: null },
    axis: {
      labelColor: INK,
      titleColor: INK,
      titleFontWeight: 'normal',
      titlePadding: 8,
      labelFontSize: 12,
      titleFontSize: 12,
      gridColor: '#e6e8ec',
      labelLimit: 0,
    },
    axisY: { domain: false, ticks: false, labelPadding: 8 },
    legend: { orient: 'top', title: null, labelColor: INK, labelFontSize: 12, labelLimit: 0, offset: 10 },
  },
};
