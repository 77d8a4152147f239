// Who is online: whoever was heard of within the timeout. Whether a socket is open has no say in it, so a reload goes unnoticed.

import { IdleWheel, IdleWheelError } from 'idlewheel';
import { nameOfBeat } from './messages.mjs';

const LONGEST_BEAT_MS = 10_000;
const MAX_NAMES = 1000;
/** Whoever leaves so much unread is disconnected, lest it fill the memory. */
const MAX_UNREAD_BYTES = 1_000_000;

export class Presence {
  /** Messages that were none. */
  ignored = 0;

  #sockets = new Set();
  #settings;
  #wheel;
  #print;

  constructor({ timeoutMs, tickMs, print }) {
    // A third of the timeout: two beats may get lost.
    this.#settings = { timeoutMs, tickMs, beatMs: Math.min(LONGEST_BEAT_MS, timeoutMs / 3) };
    this.#print = print;
    this.#wheel = new IdleWheel({ timeout: timeoutMs, tick: tickMs, maxUids: MAX_NAMES, onExpire: (name) => this.#silent(name) });
  }

  /** A page has connected. It is told who is here and how long each has left, and from then on what happens. */
  welcome(socket) {
    this.#sockets.add(socket);
    socket.on('message', (data, isBinary) => this.#hear(nameOfBeat(data, isBinary)));
    // Too long, no UTF-8, or no WebSocket frame: ws closes such a connection itself.
    socket.on('error', () => this.#ignore());
    socket.on('close', () => this.#sockets.delete(socket));
    const online = [...this.#wheel].map((name) => [name, this.#wheel.remaining(name)]);
    this.#send(socket, JSON.stringify({ type: 'hello', ...this.#settings, online, ignored: this.ignored }));
  }

  close() {
    this.#wheel.close();
  }

  #hear(name) {
    if (name === undefined) return this.#ignore();
    try {
      const isNew = this.#wheel.touch(name);
      if (isNew) this.#print(`${name} online`);
      this.#broadcast({ type: isNew ? 'online' : 'beat', name });
    } catch (error) {
      if (!(error instanceof IdleWheelError && error.code === 'CAPACITY')) throw error;
      this.#ignore();
    }
  }

  #silent(name) {
    const { timeoutMs } = this.#settings;
    this.#print(`${name} offline (silent for ${timeoutMs / 1000} s)`);
    this.#broadcast({ type: 'offline', name });
  }

  #ignore() {
    this.ignored++;
  }

  #broadcast(message) {
    const text = JSON.stringify({ ...message, ignored: this.ignored });
    for (const socket of this.#sockets) this.#send(socket, text);
  }

  #send(socket, text) {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(text);
  }
}
