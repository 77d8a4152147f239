// The people on the ring: a dot each, in its slot.

import { colourOf, initialOf } from './looks.js';
import { forward, SLOT_DEGREES, spotsIn, svg } from './shapes.js';

/** The dot as it is drawn, before it is made to fit its slot. */
const RADIUS = 12;
const LEAVING_MS = 700;

export class Dots {
  layer = svg('g');

  #dots = new Map();

  /** Groups of people who share a slot, each person with `ring`, `slot`, `turn`, `left` and `late`. */
  show(groups, bands) {
    const here = new Set();
    for (const group of groups) {
      const { radius, spots } = spotsIn(bands[group[0].ring], group.length);
      group.forEach((person, i) => {
        here.add(person.name);
        this.#place(person, spots[i], radius / RADIUS);
      });
    }
    for (const name of this.#dots.keys()) if (!here.has(name)) this.#remove(name);
  }

  /** Somebody was heard of. */
  pulse(name) {
    const halo = this.#dots.get(name)?.halo;
    if (halo === undefined || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    halo.animate({ opacity: [0.7, 0], transform: ['scale(1)', 'scale(2.4)'] }, { duration: 900, easing: 'ease-out' });
  }

  #place({ name, ring, slot, turn, left, late }, { distance, degrees }, size) {
    const dot = this.#dots.get(name) ?? this.#add(name);
    dot.angle = forward(dot.angle, (turn + 0.5) * SLOT_DEGREES + degrees);
    dot.outer.style.transform = `rotate(${dot.angle}deg) translate(0px, ${-distance}px)`;
    dot.upright.style.transform = `rotate(${-dot.angle}deg) scale(${size})`;
    dot.outer.classList.toggle('late', late);
    Object.assign(dot.outer.dataset, { ring, slot, left });
  }

  #add(name) {
    const halo = svg('circle', { class: 'halo', r: RADIUS });
    const initial = svg('text', { class: 'initial' });
    initial.textContent = initialOf(name);
    const upright = svg('g', { class: 'upright' }, [halo, svg('circle', { class: 'disc', r: RADIUS }), initial]);
    const outer = svg('g', { class: `dot colour-${colourOf(name)}` }, [upright]);
    outer.dataset.name = name;
    this.layer.append(outer);
    const dot = { outer, upright, halo, angle: undefined };
    this.#dots.set(name, dot);
    return dot;
  }

  #remove(name) {
    const { outer } = this.#dots.get(name);
    this.#dots.delete(name);
    delete outer.dataset.name;
    outer.classList.add('leaving');
    setTimeout(() => outer.remove(), LEAVING_MS);
  }
}
