// Who this page is: asked for, remembered, preset by ?name=, and silent when told to be.

import { isName, RULE } from './names.js';

const KEY = 'idlewheel.name';
const find = (id) => document.getElementById(id);

export class Me {
  name;
  silent = false;

  #form = find('join');
  #input = find('name');
  #problem = find('name-problem');
  #changed;

  /** changed() is called when the name or the silence has changed. */
  constructor(changed) {
    this.#changed = changed;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#join(this.#input.value, true);
    });
    this.#input.addEventListener('input', () => this.#complain(''));
    find('rename').addEventListener('click', () => this.#ask(this.name));
    find('silence').addEventListener('click', () => this.#fallSilent(!this.silent));
  }

  /** From ?name=, or as remembered; else asks. */
  start() {
    const name = new URLSearchParams(location.search).get('name') ?? remembered();
    if (name === null) this.#ask('');
    else this.#join(name, false);
  }

  get beats() {
    return this.name !== undefined && !this.silent;
  }

  #join(text, remember) {
    const name = text.trim().normalize();
    if (!isName(name)) {
      this.#ask(text);
      this.#complain(RULE);
      return;
    }
    if (remember) {
      keep(name);
      // A reload is to bring back this name, not the one in the address.
      history.replaceState(null, '', location.pathname);
    }
    this.name = name;
    this.#form.hidden = true;
    find('me').hidden = false;
    find('my-name').textContent = name;
    this.#fallSilent(false);
    if (remember) find('silence').focus();
  }

  #ask(name) {
    this.#input.value = name;
    find('me').hidden = true;
    this.#form.hidden = false;
    this.#input.focus({ preventScroll: true });
  }

  #complain(text) {
    this.#problem.textContent = text;
    this.#input.setAttribute('aria-invalid', text !== '');
  }

  #fallSilent(silent) {
    this.silent = silent;
    find('silence').textContent = silent ? 'Beat again' : 'Fall silent';
    this.#changed();
  }
}

// A browser may be told to refuse storage to pages: then the name is asked for each time.
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {}
}
