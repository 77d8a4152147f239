// The shapes of the ring: radii and angles in, SVG out. Angles in degrees, clockwise from the top.

import { SLOTS } from './places.js';

export const SLOT_DEGREES = 360 / SLOTS;
const OUTER = 198;
const BETWEEN_RINGS = 5;
const BETWEEN_SLOTS = 5;

export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The inner and outer radius of each ring. Ring 0 is the innermost, and the broadest. */
export function bandsFor(rings) {
  const first = rings === 1 ? 146 : 124;
  const share = (OUTER - first - BETWEEN_RINGS * (rings - 1)) / (rings + 0.6);
  let inner = first;
  return Array.from({ length: rings }, (_, ring) => {
    const band = { inner, outer: inner + share * (ring === 0 ? 1.6 : 1) };
    inner = band.outer + BETWEEN_RINGS;
    return band;
  });
}

/** The path of one slot of a band. */
export function sectorPath({ inner, outer }, slot) {
  const at = (radius, degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
  };
  // The same gap at every radius.
  const gap = (radius) => ((BETWEEN_SLOTS / 2) * 180) / Math.PI / radius;
  const from = slot * SLOT_DEGREES;
  const to = from + SLOT_DEGREES;
  return [
    `M${at(outer, from + gap(outer))}`,
    `A${outer} ${outer} 0 0 1 ${at(outer, to - gap(outer))}`,
    `L${at(inner, to - gap(inner))}`,
    `A${inner} ${inner} 0 0 0 ${at(inner, from + gap(inner))}Z`,
  ].join('');
}

/** The angle that looks like `target` and is not behind `previous`: everything goes clockwise. */
export function forward(previous, target) {
  if (previous === undefined) return target % 360;
  const turns = Math.ceil((previous - target) / 360 - 1e-6);
  return target + 360 * turns;
}

/** How so many dots share a slot: where each is, and how large they are. */
export function spotsIn({ inner, outer }, count) {
  const depth = outer - inner;
  const middle = (inner + outer) / 2;
  const width = (middle * SLOT_DEGREES * Math.PI) / 180 - BETWEEN_SLOTS;
  const { columns, rows, cell } = grid(width, depth, count);
  const spots = Array.from({ length: count }, (_, i) => ({
    distance: middle + ((rows - 1) / 2 - Math.floor(i / columns)) * (depth / rows),
    degrees: (((i % columns) - (columns - 1) / 2) * SLOT_DEGREES) / columns,
  }));
  return { radius: Math.min(12, cell * 0.43), spots };
}

/** The rows and columns that leave each the most room. */
function grid(width, depth, count) {
  let best = { cell: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const cell = Math.min(width / columns, depth / rows);
    if (cell > best.cell) best = { columns, rows, cell };
  }
  return best;
}
