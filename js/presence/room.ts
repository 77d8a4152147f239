// Everybody who is here. What runs out, runs out on one wheel: a key of its own for each connection's timeout and life, each uid's
// activity and grace. No key is used twice, so nothing late can be taken for something newer.

import { type Handle, IdleWheel, IdleWheelError, type Uid } from 'idlewheel';
import type { ConnectOptions, EndReason, Json, LeaveReason, Present } from './api.d.ts';
import { Connection } from './connection.ts';
import { copyJson } from './meta.ts';
import type { Settings } from './options.ts';
import { type Link, Person } from './person.ts';

/** What happens in a room. */
export interface Doings {
  /** Anything changes for a uid: as it was before. */
  changes(uid: Uid, before: Present | undefined): void;
  joined(person: Person): void;
  left(person: Person, reason: LeaveReason): void;
  away(person: Person): void;
  back(person: Person): void;
  updated(person: Person): void;
  ended(link: Link, reason: EndReason): void;
  failed(error: unknown): void;
}

/** What is done when a key's time is over. */
type RunsOut = () => void;

export class Room {
  readonly people = new Map<Uid, Person>();
  readonly wheel: IdleWheel<RunsOut>;
  links = 0;
  readonly #settings: Settings;
  readonly #doings: Doings;
  #keys = 0;
  #ids = 0;

  constructor(settings: Settings, doings: Doings) {
    this.#settings = settings;
    this.#doings = doings;
    this.wheel = new IdleWheel<RunsOut>(settings.wheel as object);
    this.wheel.on('expire', (_key, runsOut) => runsOut());
    this.wheel.on('error', (error) => doings.failed(error));
  }

  connect(uid: Uid, { id, meta: given, onEnd }: ConnectOptions): Link {
    // First: a getter in it may connect, too.
    const meta = given === undefined ? null : copyJson(given);
    const { maxConnections, maxPerUid } = this.#settings;
    const known = this.people.get(uid);
    const old = id === undefined ? undefined : known?.links.get(id);
    const more = old === undefined ? 1 : 0;
    if (this.links + more > maxConnections) throw full('maxConnections', maxConnections);
    if ((known?.links.size ?? 0) + more > maxPerUid) throw full('maxPerUid', maxPerUid);
    const person = known ?? new Person(uid);
    const link = { person, id: id ?? this.#freeId(person), meta, onEnd } as Link;
    link.connection = new Connection(link, this);
    this.#doings.changes(uid, known?.present);
    this.#startAll(link);
    if (old !== undefined) this.#stop(old);
    this.people.set(uid, person);
    person.links.set(link.id, link);
    this.links += more;
    person.grace?.delete();
    person.grace = undefined;
    person.linksChanged();
    if (known === undefined) this.#doings.joined(person);
    else this.active(person);
    if (old !== undefined) this.#doings.ended(old, 'replaced');
    return link;
  }

  active(person: Person): void {
    const { away } = this.#settings;
    if (away === undefined || person.activity?.touch()) return;
    this.#doings.changes(person.uid, person.present);
    person.activity = this.#activity(person, away);
    person.setAway(false);
    this.#doings.back(person);
  }

  update(link: Link, meta: Json): true {
    const { person } = link;
    this.#doings.changes(person.uid, person.present);
    link.meta = meta;
    person.linksChanged();
    this.#doings.updated(person);
    return true;
  }

  end(link: Link, reason: LeaveReason): true {
    const { person } = link;
    const { grace } = this.#settings;
    const isLost = reason === 'timeout' || reason === 'closed';
    this.#doings.changes(person.uid, person.present);
    // Before the link's own time is stopped: a wheel that is never empty keeps its timer.
    if (isLost && grace !== undefined && person.links.size === 1) person.grace = this.#start(grace, () => this.#gone(person, reason));
    this.#stop(link);
    person.links.delete(link.id);
    this.links--;
    person.linksChanged();
    if (person.links.size === 0 && person.grace === undefined) this.#gone(person, reason);
    this.#doings.ended(link, reason);
    return true;
  }

  /** The uid leaves, with all connections that it has. */
  leave(person: Person): void {
    if (person.links.size === 0) this.#gone(person, 'left');
    for (const link of [...person.links.values()]) if (link.lease.alive) this.end(link, 'left');
  }

  close(): void {
    this.wheel.close();
    this.people.clear();
    this.links = 0;
  }

  #gone(person: Person, reason: LeaveReason): void {
    this.#doings.changes(person.uid, person.present);
    person.grace?.delete();
    person.activity?.delete();
    this.people.delete(person.uid);
    this.#doings.left(person, reason);
  }

  #idle(person: Person): void {
    this.#doings.changes(person.uid, person.present);
    person.setAway(true);
    this.#doings.away(person);
  }

  /** Starts all that runs for a new connection, or nothing of it. */
  #startAll(link: Link): void {
    const { away, maxLife } = this.#settings;
    const { person } = link;
    link.lease = this.#start(undefined, () => this.end(link, 'timeout'));
    try {
      if (maxLife !== undefined) link.life = this.#start(maxLife, () => this.end(link, 'expired'));
      if (away !== undefined && person.activity === undefined) person.activity = this.#activity(person, away);
    } catch (error) {
      this.#stop(link);
      throw error;
    }
  }

  #activity(person: Person, away: number): Handle {
    return this.#start(away, () => this.#idle(person));
  }

  #start(timeout: number | undefined, runsOut: RunsOut): Handle {
    return this.wheel.handle(this.#keys++, { value: runsOut, timeout });
  }

  #stop({ lease, life }: Link): void {
    lease.delete();
    life?.delete();
  }

  #freeId(person: Person): string {
    let id: string;
    do id = String(++this.#ids);
    while (person.links.has(id));
    return id;
  }
}

function full(option: string, limit: number): IdleWheelError {
  return new IdleWheelError('CAPACITY', `${option} is ${limit}, and as many are here`);
}
