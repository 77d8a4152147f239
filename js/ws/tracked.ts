// A socket that is tracked, and what is listened to on it.

import type { Handle } from 'idlewheel';
import type { Connection } from '../presence/api.d.ts';
import type { TrackableSocket } from './api.d.ts';

/** What a socket can say. */
export interface Heard {
  signOfLife(tracked: Tracked): void;
  closed(tracked: Tracked, code: number): void;
}

const SIGNS_OF_LIFE = ['message', 'ping', 'pong'] as const;

export class Tracked {
  readonly socket: TrackableSocket;
  /** Its key in the wheel. */
  readonly key: number;
  /** Runs while the socket is silent; once it was asked to close, until that has taken too long. */
  lease: Handle | undefined;
  /** Undefined while it is being made. */
  connection: Connection | undefined;
  askedToClose = false;
  readonly #signOfLife: () => void;
  readonly #closed: (code: number) => void;

  constructor(socket: TrackableSocket, key: number, heard: Heard) {
    this.socket = socket;
    this.key = key;
    this.#signOfLife = () => heard.signOfLife(this);
    this.#closed = (code) => heard.closed(this, code);
  }

  listen(): void {
    for (const sign of SIGNS_OF_LIFE) this.socket.on(sign, this.#signOfLife);
    this.socket.on('close', this.#closed);
  }

  ignore(): void {
    for (const sign of SIGNS_OF_LIFE) this.socket.off(sign, this.#signOfLife);
    this.socket.off('close', this.#closed);
  }
}
