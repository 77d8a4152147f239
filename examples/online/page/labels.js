// The names on the ring: along the spoke of their slot, from the innermost ring towards the middle.

import { colourOf, shortened } from './looks.js';
import { SLOT_DEGREES, svg } from './shapes.js';

const BEFORE_RING = 9;
const CHARACTERS = 11;

export class Labels {
  layer = svg('g');

  #labels = new Map();

  /** Groups of people who share a slot. */
  show(groups, innermost) {
    const wanted = new Map();
    for (const group of groups) {
      const degrees = ((group[0].slot + 0.5) * SLOT_DEGREES).toFixed(1);
      const names = [...(wanted.get(degrees) ?? []), ...group.map(({ name }) => name)].sort();
      wanted.set(degrees, names);
    }
    const keys = new Set([...wanted].map(([degrees, names]) => [degrees, ...names].join('\n')));
    for (const [key, label] of this.#labels) {
      if (keys.has(key)) continue;
      label.remove();
      this.#labels.delete(key);
    }
    for (const [degrees, names] of wanted) {
      const key = [degrees, ...names].join('\n');
      if (this.#labels.has(key)) continue;
      const label = labelOf(names, Number(degrees), innermost - BEFORE_RING);
      this.#labels.set(key, label);
      this.layer.append(label);
    }
  }
}

function labelOf(names, degrees, radius) {
  // On the left half the text is turned about, so that it is never upside down.
  const leftHalf = degrees > 180;
  const label = svg('text', {
    class: ['label', leftHalf ? 'from-left' : 'from-right', names.length === 1 ? `colour-${colourOf(names[0])}` : ''].join(' '),
    x: leftHalf ? -radius : radius,
    transform: `rotate(${leftHalf ? degrees + 90 : degrees - 90})`,
  });
  label.textContent = textOf(names);
  return label;
}

function textOf(names) {
  const all = names.join(', ');
  if (names.length === 1 || all.length <= CHARACTERS) return shortened(all, CHARACTERS);
  const others = ` +${names.length - 1}`;
  return shortened(names[0], CHARACTERS - others.length) + others;
}
