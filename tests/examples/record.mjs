// What a process or a socket says, one thing after the other, and waiting for some of it.

const LIMIT_MS = 30_000;

/** The promise, or an error when it takes for ever. */
export function within(promise, what) {
  let limit;
  const late = new Promise((_, reject) => {
    limit = setTimeout(() => reject(new Error(`no ${what} within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(limit));
}

export class Record {
  items = [];

  #about;
  #waiting = new Set();
  #ended = false;

  constructor(about) {
    this.#about = about;
  }

  add(item) {
    this.items.push(item);
    for (const look of [...this.#waiting]) look();
  }

  end() {
    this.#ended = true;
    for (const look of [...this.#waiting]) look();
  }

  /** The first item from number `from` on that fits; it may be here already. */
  until(what, fits, from = 0) {
    return new Promise((resolve, reject) => {
      const settle = (finish, value) => {
        clearTimeout(limit);
        this.#waiting.delete(look);
        finish(value);
      };
      const fail = (why) => settle(reject, new Error(`${this.#about}: no ${what} ${why}, only ${JSON.stringify(this.items)}`));
      const limit = setTimeout(() => fail(`within ${LIMIT_MS / 1000} s`), LIMIT_MS);
      const look = () => {
        const found = this.items.slice(from).find(fits);
        if (found !== undefined) settle(resolve, found);
        else if (this.#ended) fail('to the end');
      };
      this.#waiting.add(look);
      look();
    });
  }
}
