// Sockets that are made of nothing, and what was asked of them; and a room of them whose ms are ticks.
import { EventEmitter } from 'node:events';
import { sockets } from './presence-package.mjs';
import { manualPresence } from './presences.mjs';

const EVENTS = ['message', 'ping', 'pong', 'close'];

/** As far as `ws` goes: a ping on a socket that is being made throws, and one on a socket that is closed does nothing. */
export class FakeSocket extends EventEmitter {
  readyState = 1;
  /** What was called, in order. */
  calls = [];

  get pings() {
    return this.calls.filter((call) => call === 'ping').length;
  }

  get heard() {
    return EVENTS.reduce((sum, event) => sum + this.listenerCount(event), 0);
  }

  ping() {
    this.calls.push('ping');
    if (this.readyState === 0) throw new Error('WebSocket is not open: readyState 0 (CONNECTING)');
  }

  close(code, reason) {
    this.calls.push(`close ${code} ${reason}`);
    this.readyState = 2;
  }

  terminate() {
    this.calls.push('terminate');
    this.readyState = 2;
  }

  /** The other side has gone. */
  closed(code) {
    this.readyState = 3;
    this.emit('close', code, Buffer.alloc(0));
  }
}

/** A presence with a timeout of 30 and sockets that are pinged every 10, both manual. */
export function socketRoom({ every = 10, leaveOn, ...options } = {}) {
  const room = manualPresence(options);
  const track = sockets(room.presence, { every, tick: 1, driver: 'manual', leaveOn });
  /** One tick after the other of both; answering or not is up to the sockets. */
  const run = (ticks, afterEach) => {
    for (let i = 0; i < ticks; i++) {
      room.presence.tick();
      track.tick();
      afterEach?.();
    }
  };
  return { ...room, track, run };
}
