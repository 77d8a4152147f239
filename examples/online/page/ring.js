// The picture of the ring: the slots, the pointer that goes round, and whoever is in them.

import { Dots } from './dots.js';
import { Labels } from './labels.js';
import { placeOf, ringsFor, SLOTS, span } from './places.js';
import { bandsFor, forward, SLOT_DEGREES, sectorPath, svg } from './shapes.js';

const HUB = 44;
const MAX_TRAIL = 12;

export class Ring {
  #root;
  #settings;
  #bands;
  #pointers;
  #dots;
  #labels;
  #count;

  constructor(root) {
    this.#root = root;
  }

  /** Draws what does not move. */
  set({ timeoutMs, tickMs, beatMs }) {
    const settings = [timeoutMs, tickMs, beatMs].join();
    if (settings === this.#settings) return;
    this.#settings = settings;
    this.#bands = bandsFor(ringsFor(Math.ceil(timeoutMs / tickMs)));
    // With the classic 30 ticks, as far behind the pointer as a page that beats gets.
    const trail = Math.min(MAX_TRAIL, Math.ceil(beatMs / tickMs) + 1);
    this.#pointers = this.#bands.map((band, ring) => ({ angle: undefined, element: pointer(band, ring, ring === 0 ? trail : 1) }));
    this.#dots = new Dots();
    this.#labels = new Labels();
    this.#count = svg('text', { class: 'total', y: 2 });
    const online = svg('text', { class: 'online', y: 20 });
    online.textContent = 'online';
    this.#root.replaceChildren(
      ...this.#bands.map(slots),
      numbers(this.#bands.at(-1).outer),
      ...this.#pointers.map(({ element }) => element),
      this.#labels.layer,
      this.#dots.layer,
      svg('circle', { class: 'hub', r: HUB }),
      this.#count,
      online,
    );
    this.#root.style.setProperty('--step', `${Math.min(350, tickMs * 0.6)}ms`);
  }

  /** `now`: the wheel's ticks. `people`: each with `name`, `ticks` and `left` until they expire, and whether they are `late`. */
  show(now, people) {
    const groups = groupsBySlot(people.map((person) => ({ ...person, ...placeOf(now, now + person.ticks) })));
    this.#pointers.forEach((pointer, ring) => {
      // Its tip is where the last slot that was looked at ends.
      pointer.angle = forward(pointer.angle, (Math.floor(now / span(ring)) + 1) * SLOT_DEGREES);
      pointer.element.style.transform = `rotate(${pointer.angle}deg)`;
    });
    this.#dots.show(groups, this.#bands);
    this.#labels.show(groups, HUB, this.#bands[0].inner);
    this.#tell(now % SLOTS, people.length, groups);
  }

  pulse(name) {
    this.#dots.pulse(name);
  }

  #tell(pointer, count, groups) {
    this.#root.dataset.pointer = pointer;
    this.#count.textContent = count;
    const who = groups.flat().map(({ name, ring, slot }) => `${name} in slot ${slot}${ring > 0 ? ` of ring ${ring}` : ''}`);
    this.#root.setAttribute('aria-label', [`A ring of ${SLOTS} slots, the pointer at slot ${pointer}`, ...who].join('; '));
  }
}

function groupsBySlot(people) {
  const groups = new Map();
  for (const person of people) {
    const key = `${person.ring}/${person.slot}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(person);
  }
  return [...groups.values()];
}

function slots(band, ring) {
  const all = Array.from({ length: SLOTS }, (_, slot) => svg('path', { class: 'slot', d: sectorPath(band, slot) }));
  return svg('g', { class: 'slots', 'data-ring': ring }, all);
}

function numbers(outer) {
  const all = Array.from({ length: SLOTS }, (_, slot) => {
    const angle = ((slot + 0.5) * SLOT_DEGREES * Math.PI) / 180;
    const number = svg('text', {
      x: (outer + 13) * Math.sin(angle),
      y: -(outer + 13) * Math.cos(angle),
      class: slot % 5 === 0 ? 'number fifth' : 'number',
    });
    number.textContent = slot;
    return number;
  });
  return svg('g', {}, all);
}

/** Points up; behind it, as many slots as `trail`, each paler than the one before. */
function pointer(band, ring, trail) {
  const slots = Array.from({ length: trail }, (_, i) =>
    svg('path', { d: sectorPath(band, -1 - i), opacity: 0.62 * (1 - i / trail) ** 1.4 }),
  );
  const hand = ring === 0 ? svg('path', { class: 'hand', d: `M-2.4 ${-HUB}L-1 ${-band.outer - 3}H1L2.4 ${-HUB}Z` }) : '';
  return svg('g', { class: 'pointer' }, [svg('g', { class: 'trail' }, slots), hand]);
}
