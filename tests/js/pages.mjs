// An origin made of objects: pages whose locks, channels and events do what a test says, and idlewheel/browser running in them.
import { createRequire } from 'node:module';
import { format } from './package.mjs';

const name = 'idlewheel/browser';
export const { activity, heartbeat } = format === 'cjs' ? createRequire(import.meta.url)(name) : await import(name);

class Target {
  listeners = [];
  /** Every one that was ever added. */
  added = 0;

  addEventListener(type, listener, options) {
    this.added++;
    this.listeners.push({ type, listener, options });
  }

  removeEventListener(type, listener, options) {
    const at = this.listeners.findIndex(
      (one) => one.type === type && one.listener === listener && one.options?.capture === options?.capture,
    );
    if (at >= 0) this.listeners.splice(at, 1);
  }

  fire(type, event = {}) {
    for (const one of [...this.listeners]) if (one.type === type) one.listener({ type, ...event });
  }
}

/** One name's lock. Like the browser's: granted later, in order; stolen from whoever has it. */
class Lock {
  holder;
  queue = [];
  thefts = 0;

  request(page, { steal = false, signal }, callback) {
    return new Promise((resolve, reject) => {
      const request = { page, resolve, reject, callback, signal };
      const aborted = () => new DOMException('aborted', 'AbortError');
      if (signal?.aborted) return reject(aborted());
      signal?.addEventListener('abort', () => {
        const at = this.queue.indexOf(request);
        if (at < 0) return;
        this.queue.splice(at, 1);
        reject(aborted());
      });
      if (steal) {
        this.thefts++;
        this.holder?.reject(aborted());
        this.#grant(request);
      } else {
        this.queue.push(request);
        this.#next();
      }
    });
  }

  /** A page that ends holds nothing and waits for nothing. */
  forget(page) {
    this.queue = this.queue.filter((request) => request.page !== page);
    if (this.holder?.page !== page) return;
    this.holder = undefined;
    this.#next();
  }

  #next() {
    if (this.holder === undefined && this.queue.length > 0) this.#grant(this.queue.shift());
  }

  #grant(request) {
    this.holder = request;
    const released = () => {
      if (this.holder !== request) return;
      this.holder = undefined;
      this.#next();
    };
    Promise.resolve()
      .then(() => request.callback({}))
      .then(
        (value) => {
          request.resolve(value);
          released();
        },
        (error) => {
          request.reject(error);
          released();
        },
      );
  }
}

export class Origin {
  pages = [];
  channels = [];
  /** What is on its way from page to page. */
  #mail = [];
  /** Everything that was ever said. */
  said = [];
  #locks = new Map();

  /** Its process is gone: not a word any more, and the browser takes its locks back. */
  crash(page) {
    page.isMute = true;
    for (const lock of this.#locks.values()) lock.forget(page);
  }

  lock(name) {
    if (!this.#locks.has(name)) this.#locks.set(name, new Lock());
    return this.#locks.get(name);
  }

  /** locks: 'refused' for those that reject, false for none, a function for those that it makes of `request`. */
  page({ hidden = false, locks = true, channel = true, beacon = true } = {}) {
    const origin = this;
    const page = Object.assign(new Target(), { beacons: [], isMute: false });
    const document = Object.assign(new Target(), { hidden, baseURI: 'https://example.org/room/' });
    const navigator = {};
    const request = (name, options, callback) => this.lock(name).request(page, options, callback);
    if (locks === true) navigator.locks = { request };
    if (typeof locks === 'function') navigator.locks = { request: locks(request) };
    if (locks === 'refused') navigator.locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) };
    if (beacon) {
      navigator.sendBeacon = (url, body) => {
        page.beacons.push([url, body]);
        return page.beaconIsTaken ?? true;
      };
    }
    class BroadcastChannel {
      onmessage = null;
      constructor(name) {
        if (channel === 'refused') throw new DOMException('no', 'SecurityError');
        this.name = name;
        origin.channels.push(this);
      }
      postMessage(message) {
        if (!origin.channels.includes(this)) throw new DOMException('closed', 'InvalidStateError');
        if (page.isMute) return;
        origin.said.push(message);
        for (const other of origin.channels) {
          if (other !== this && other.name === this.name) origin.#mail.push([other, structuredClone(message)]);
        }
      }
      close() {
        origin.channels.splice(origin.channels.indexOf(this), 1);
      }
      get page() {
        return page;
      }
    }
    Object.assign(page, { document, navigator, AbortController, URL });
    if (channel) page.BroadcastChannel = BroadcastChannel;
    this.pages.push(page);
    return page;
  }

  /** All that is on its way arrives, and all that comes of it. */
  async settle() {
    let quiet = 0;
    while (quiet < 20) {
      await undefined;
      quiet++;
      for (const [channel, data] of this.#mail.splice(0)) {
        quiet = 0;
        if (this.channels.includes(channel) && !channel.page.isMute) channel.onmessage?.({ data });
      }
    }
  }

  /** Time passes, with the messages and locks of each second in it. */
  async pass(host, ms, step = 1_000) {
    await this.settle();
    for (let left = ms; left > 0; left -= step) {
      host.advance(Math.min(step, left));
      await this.settle();
    }
  }
}

/** Calls what needs a window with this page as the window. */
export function inPage(page, run) {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'window');
  Object.defineProperty(globalThis, 'window', { value: page, configurable: true });
  try {
    return run();
  } finally {
    if (before) Object.defineProperty(globalThis, 'window', before);
    else delete globalThis.window;
  }
}

/** The tab is shown or hidden. */
export function show(page, isShown = true) {
  page.document.hidden = !isShown;
  page.document.fire('visibilitychange');
}

export const listenersOf = (page) => page.listeners.length + page.document.listeners.length;

/** Hears what is reported as uncaught until the test ends. */
export function uncaught(t) {
  const before = globalThis.reportError;
  const errors = [];
  globalThis.reportError = (error) => errors.push(error);
  t.after(() => {
    globalThis.reportError = before;
  });
  return errors;
}
