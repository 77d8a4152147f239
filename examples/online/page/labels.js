// The names on the ring: along the spoke of their slot, from the innermost ring towards the middle.

import { colourOf, shortened } from './looks.js';
import { SLOT_DEGREES, svg } from './shapes.js';

const BEFORE_RING = 9;
/** The widest that a letter comes, on the average of a name. */
const LETTER = 9.8;

export class Labels {
  layer = svg('g');

  #labels = new Map();

  /** Groups of people who share a slot; the names fill what is between the radii `hub` and `innermost`. */
  show(groups, hub, innermost) {
    const characters = Math.floor((innermost - BEFORE_RING - hub) / LETTER);
    const wanted = new Map();
    for (const group of groups) {
      const degrees = ((group[0].slot + 0.5) * SLOT_DEGREES).toFixed(1);
      const names = [...(wanted.get(degrees) ?? []), ...group.map(({ name }) => name)];
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
      const label = labelOf(names, textOf(names, characters), Number(degrees), innermost - BEFORE_RING);
      this.#labels.set(key, label);
      this.layer.append(label);
    }
  }
}

function labelOf(names, text, degrees, radius) {
  // On the left half the text is turned about, so that it is never upside down.
  const leftHalf = degrees > 180;
  const label = svg('text', {
    class: ['label', leftHalf ? 'from-left' : 'from-right', names.length === 1 ? `colour-${colourOf(names[0])}` : ''].join(' '),
    x: leftHalf ? -radius : radius,
    transform: `rotate(${leftHalf ? degrees + 90 : degrees - 90})`,
  });
  label.textContent = text;
  return label;
}

function textOf(names, characters) {
  const all = names.join(', ');
  if (names.length === 1 || all.length <= characters) return shortened(all, characters);
  const others = ` +${names.length - 1}`;
  return shortened(names[0], characters - others.length) + others;
}
