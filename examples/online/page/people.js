// The list of who is online, and how long each has left.

import { colourOf, initialOf } from './looks.js';

export class People {
  #list;
  #rows = new Map();

  constructor(list) {
    this.#list = list;
  }

  /** `people`, sorted: each with `name`, `isMe`, `late`, the seconds of silence and those `left` of `wholeMs`. */
  show(people, wholeMs) {
    const here = new Set(people.map(({ name }) => name));
    for (const [name, row] of this.#rows) {
      if (here.has(name)) continue;
      row.item.remove();
      this.#rows.delete(name);
    }
    let before = null;
    for (const person of people) {
      const row = this.#rows.get(person.name) ?? this.#add(person.name);
      const next = before === null ? this.#list.firstChild : before.nextSibling;
      if (next !== row.item) this.#list.insertBefore(row.item, next);
      before = row.item;
      this.#update(row, person, wholeMs);
    }
  }

  #add(name) {
    const [item, dot, label, state, bar, fill] = ['li', 'span', 'span', 'span', 'span', 'span'].map((tag) => document.createElement(tag));
    item.className = `colour-${colourOf(name)}`;
    item.dataset.name = name;
    dot.className = 'avatar';
    dot.setAttribute('aria-hidden', 'true');
    dot.textContent = initialOf(name);
    label.className = 'name';
    state.className = 'state';
    bar.className = 'bar';
    bar.append(fill);
    item.append(dot, label, state, bar);
    const row = { item, label, state, fill };
    this.#rows.set(name, row);
    return row;
  }

  #update({ item, label, state, fill }, { name, isMe, late, silentMs, left }, wholeMs) {
    item.classList.toggle('late', late);
    setText(label, isMe ? `${name} (you)` : name);
    setText(state, `${late ? `silent for ${seconds(silentMs)} · ` : ''}${seconds(left)} left`);
    fill.style.transform = `scaleX(${left / wholeMs})`;
  }
}

export function seconds(ms) {
  const whole = ms >= 10_000 || ms % 1000 === 0;
  return `${(ms / 1000).toFixed(whole ? 0 : 1)}\u00a0s`;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
