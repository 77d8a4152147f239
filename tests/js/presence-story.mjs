// A room in which everything happens that can, again and again; and what must hold of any room at any time.
import assert from 'node:assert/strict';
import { Presence } from './presence-package.mjs';
import { follow, watch } from './presences.mjs';

export const EVENTS = ['join', 'leave', 'away', 'back', 'update', 'diff', 'error', 'end'];
const OPTIONS = { driver: 'manual', tick: 1, timeout: 30, grace: 10, away: 20, maxLife: 70 };
const FAULT = new Error('thrown by a listener');

/** `listen(event, ...args)` is called for each event; what it throws or returns is the listener's. */
export class Story {
  presence = new Presence(OPTIONS);
  watched = watch(this.presence);
  follower = follow(this.presence);
  errors = [];
  ended = 0;
  #connections = [];
  #listen;

  constructor(listen) {
    this.#listen = listen;
    for (const event of EVENTS) if (event !== 'end') this.presence.on(event, (...args) => listen(event, ...args));
    this.presence.on('error', (error) => this.errors.push(error));
    // So that there is an error to be heard of.
    this.presence.on('back', () => {
      throw FAULT;
    });
  }

  get connected() {
    return this.#connections.length;
  }

  /** What a listener threw that was not meant to. */
  get problems() {
    return this.errors.filter((error) => error !== FAULT);
  }

  connect(uid, id) {
    const onEnd = (reason) => {
      this.ended++;
      return this.#listen('end', uid, reason);
    };
    this.#connections.push(this.presence.connect(uid, { id, meta: this.#connections.length, onEnd }));
    return this.#connections.at(-1);
  }

  /** `afterEach` is called after each of its steps; the story ends when the presence is closed. */
  play(afterEach) {
    try {
      for (const step of this.#steps()) {
        step();
        afterEach?.(this);
      }
    } catch (error) {
      if (error.code !== 'CLOSED') throw error;
      afterEach?.(this);
    }
  }

  *#steps() {
    const { presence } = this;
    const beat = (uid, options) => presence.connection(uid, 'tab')?.beat(options);
    for (const uid of ['ada', 'bob', 'cyd', 'dan', 'bystander']) yield () => this.connect(uid, 'tab');
    yield () => this.connect('ada', 'second');
    for (let tick = 0; tick < 120; tick++) {
      // Those who are due in one tick come together; the bystander goes on.
      yield () => {
        beat('bystander', { active: tick % 4 === 0 });
        presence.tick();
      };
      if (tick === 25) for (const uid of ['ada', 'bob', 'cyd']) yield () => beat(uid, { active: true });
      if (tick === 26) for (const uid of ['ada', 'bob', 'cyd']) yield () => presence.connection(uid, 'tab')?.update('changed');
      if (tick === 45) for (const uid of ['ada', 'cyd']) yield () => this.connect(uid, 'tab');
      if (tick === 50) yield () => this.connect('ada', 'tab');
      if (tick === 51) yield () => presence.connection('ada', 'tab')?.leave();
      if (tick === 60) yield () => presence.connection('bystander', 'tab')?.lost();
      if (tick === 65) yield () => this.connect('bystander', 'tab');
      if (tick === 68) yield () => presence.leave('cyd');
    }
  }
}

/** What runs on the wheel is what must run, and nothing else; what is counted agrees. */
export function assertSound({ presence }) {
  const { size, connections } = presence;
  if (size === 0) {
    assert.deepEqual([connections, presence.stats().size], [0, 0]);
    return;
  }
  const list = presence.list();
  assert.equal(list.length, size);
  for (const person of list) assert.equal(presence.get(person.uid), person);
  // In its grace a uid shows the metadata of a connection that is no more.
  const inGrace = list.reduce((sum, { metas }) => sum + metas.length, 0) - connections;
  const active = list.filter(({ away }) => !away).length;
  assert.equal(presence.stats().size, connections * 2 + active + inGrace);
}

/** Each uid joins and leaves by turns. */
export function assertByTurns({ presence, watched: { events } }) {
  const here = new Set();
  for (const event of events) {
    const [what, uid] = event.split(' ');
    if (what === 'join') assert.ok(!here.has(uid), `${uid} joined twice: ${events.join(', ')}`);
    else assert.ok(here.has(uid), `${event}, and was not here: ${events.join(', ')}`);
    if (what === 'join') here.add(uid);
    if (what === 'leave') here.delete(uid);
  }
  if (presence.size > 0)
    assert.deepEqual(
      [...here].sort(),
      presence
        .list()
        .map(({ uid }) => uid)
        .sort(),
    );
}
