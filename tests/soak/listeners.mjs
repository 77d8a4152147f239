// Listeners that do what they should not, and readers of expirations.

import { setTimeout as sleep } from 'node:timers/promises';

/** What a listener throws on purpose; reported once, or it is a fault. */
class Planned extends Error {}

export class Throwing {
  thrown = 0;
  #outstanding = new Set();
  #ledger;

  constructor(ledger) {
    this.#ledger = ledger;
  }

  /** Every third expiry, by a throw or a rejection in turn. */
  listenTo(watched, { hear }) {
    let calls = 0;
    watched.wheel.on('expire', () => {
      if (++calls % 3 > 0) return;
      const error = this.#plan();
      if (calls % 2) throw error;
      return Promise.reject(error);
    });
    if (hear) watched.wheel.on('error', (error) => this.reported(error));
  }

  reported(error) {
    if (!this.#outstanding.delete(error)) this.#ledger.fault('an error', error instanceof Planned ? 'was reported again' : error.stack);
  }

  check() {
    if (this.#outstanding.size > 0) this.#ledger.fault('errors', `${this.#outstanding.size} of ${this.thrown} were never reported`);
  }

  #plan() {
    this.thrown++;
    const error = new Planned('on purpose');
    this.#outstanding.add(error);
    return error;
  }
}

/** Touches, deletes and calls up others, and now and then the uid itself, again. */
export function meddle(watched, random) {
  watched.onExpire = (uid) => {
    const dice = random();
    const other = watched.people.pick(random);
    if (dice < 0.1) watched.touch(uid, { value: 'again' });
    else if (dice < 0.15) watched.touch(uid, { timeout: watched.tickMs });
    else if (other === undefined) return;
    else if (dice < 0.35) watched.touch(other);
    else if (dice < 0.5) watched.delete(other);
    else if (dice < 0.6) watched.touchMany([other, uid, watched.people.pick(random)]);
    else if (dice < 0.7) watched.deleteHandle(watched.handle(other));
  };
}

/** Reads all that expires, slowly, and compares. Returns how to wait for its end, once the wheel is closed. */
export function read(watched, random, ledger) {
  const expected = [];
  watched.wheel.on('expire', (uid, value) => expected.push([uid, value]));
  const expirations = watched.wheel.expirations();
  const reading = (async () => {
    let at = 0;
    for await (const [uid, value] of expirations) {
      const [expectedUid, expectedValue] = expected[at] ?? [];
      if (uid !== expectedUid || value !== expectedValue) ledger.fault(watched.name, `a reader got ${uid}, and not ${expectedUid}`);
      at++;
      if (at === 1000) {
        expected.splice(0, at);
        at = 0;
      }
      if (random() < 0.001) await sleep(random() * 100);
    }
    if (at !== expected.length) ledger.fault(watched.name, `a reader missed ${expected.length - at} expiries`);
  })();
  return () => reading;
}

/** Reads for a while and is then told to stop, over and over. Returns how to wait for its end. */
export function readInPieces(watched, random, ledger) {
  const reading = (async () => {
    while (!watched.closed) {
      const reason = new Planned('read enough');
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(reason), 20 + random() * 500);
      try {
        for await (const [uid] of watched.wheel.expirations({ signal: controller.signal })) {
          if (uid === undefined) ledger.fault(watched.name, 'a reader got no uid');
        }
      } catch (error) {
        if (error !== reason) throw error;
      } finally {
        clearTimeout(timer);
      }
    }
  })();
  return () => reading;
}
