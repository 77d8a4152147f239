// A presence as one would write it without a wheel: Maps, and a number for when each thing is due, looked at in each tick.
import assert from 'node:assert/strict';

const NEVER = Number.POSITIVE_INFINITY;

export class Model {
  people = new Map();
  connections = 0;
  /** What has happened since it was last taken, as `watch` of presences.mjs writes it. */
  events = [];
  #now = 0;
  #options;
  /** As of the last diff. */
  #told = new Map();

  constructor(options) {
    this.#options = { grace: undefined, away: undefined, maxLife: undefined, maxConnections: NEVER, maxPerUid: NEVER, ...options };
  }

  /** The link, or undefined: there is no room. */
  connect(uid, id, meta) {
    const { maxConnections, maxPerUid, timeout, maxLife, away } = this.#options;
    const known = this.people.get(uid);
    const old = known?.links.get(id);
    if (old === undefined && (this.connections >= maxConnections || (known?.links.size ?? 0) >= maxPerUid)) return undefined;
    const person = known ?? { uid, links: new Map(), away: false, activeUntil: this.#in(away), graceUntil: NEVER };
    const link = { person, id, meta, silentUntil: this.#in(timeout), livesUntil: this.#in(maxLife), alive: true };
    if (old === undefined) this.connections++;
    else old.alive = false;
    person.links.set(id, link);
    person.graceUntil = NEVER;
    this.people.set(uid, person);
    this.#remember(person);
    if (known === undefined) this.events.push(`join ${uid}`);
    else this.#active(person);
    return link;
  }

  beat(link, active) {
    if (!link.alive) return false;
    link.silentUntil = this.#in(this.#options.timeout);
    if (active) this.#active(link.person);
    return true;
  }

  update(link, meta) {
    if (!link.alive) return false;
    link.meta = meta;
    this.#remember(link.person);
    this.events.push(`update ${link.person.uid}`);
    return true;
  }

  end(link, reason) {
    if (!link.alive) return false;
    const { person } = link;
    const { grace } = this.#options;
    link.alive = false;
    this.connections--;
    person.links.delete(link.id);
    this.#remember(person);
    if (person.links.size > 0) return true;
    if (grace !== undefined && (reason === 'timeout' || reason === 'closed'))
      Object.assign(person, { graceUntil: this.#in(grace), reason });
    else this.#gone(person, reason);
    return true;
  }

  leave(uid) {
    const person = this.people.get(uid);
    if (person === undefined) return false;
    for (const link of person.links.values()) {
      link.alive = false;
      this.connections--;
    }
    this.#gone(person, 'left');
    return true;
  }

  /** `ended`: the links that the presence says have ended in this tick, and why, in its order, which is free. */
  tick(ended) {
    this.#now++;
    const isOver = (at) => at <= this.#now;
    const all = [...this.people.values()];
    const due = all.flatMap(({ links }) => [...links.values()]).filter((link) => isOver(link.silentUntil) || isOver(link.livesUntil));
    assert.deepEqual(new Set(ended.map(({ link }) => link)), new Set(due));
    const outOfGrace = all.filter(({ graceUntil }) => isOver(graceUntil));
    for (const { link, reason } of ended) {
      assert.ok(isOver(reason === 'timeout' ? link.silentUntil : link.livesUntil), reason);
      this.end(link, reason);
    }
    for (const person of outOfGrace) this.#gone(person, person.reason);
    for (const person of this.people.values()) {
      if (person.away || !isOver(person.activeUntil)) continue;
      person.away = true;
      this.events.push(`away ${person.uid}`);
    }
  }

  list() {
    return [...this.people.values()].map(({ uid, away, metas }) => ({ uid, away, metas }));
  }

  /** What is due at some time, each for itself. */
  get running() {
    const { away, maxLife } = this.#options;
    const all = [...this.people.values()];
    const active = away === undefined ? 0 : all.filter((person) => !person.away).length;
    return this.connections * (maxLife === undefined ? 1 : 2) + active + all.filter(({ links }) => links.size === 0).length;
  }

  /** What has changed since it was called before, or undefined. */
  diff() {
    const now = new Map(this.list().map((person) => [person.uid, person]));
    const before = this.#told;
    const joined = [...now.values()].filter(({ uid }) => !before.has(uid));
    const left = [...before.keys()].filter((uid) => !now.has(uid));
    const changed = [...now.values()].filter((person) => before.has(person.uid) && !isSame(before.get(person.uid), person));
    this.#told = now;
    return joined.length + left.length + changed.length > 0 ? { joined, left, changed } : undefined;
  }

  takeEvents() {
    return this.events.splice(0);
  }

  #active(person) {
    person.activeUntil = this.#in(this.#options.away);
    if (!person.away) return;
    person.away = false;
    this.events.push(`back ${person.uid}`);
  }

  #gone(person, reason) {
    this.people.delete(person.uid);
    this.events.push(`leave ${person.uid} ${reason}`);
  }

  /** What the others see of it; without a connection, what they saw before. */
  #remember(person) {
    if (person.links.size > 0) person.metas = [...person.links.values()].map(({ meta }) => meta);
  }

  /** Silent for so many whole ticks, it is due in the next one. */
  #in(ticks) {
    return ticks === undefined ? NEVER : this.#now + ticks + 1;
  }
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
