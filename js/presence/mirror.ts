import type { Uid } from 'idlewheel';
import { show } from '../errors.ts';
import { isUid } from '../uid.ts';
import type * as api from './api.d.ts';
import type { PresenceDiff, PresenceSnapshot, Present } from './api.d.ts';

export class Mirror implements api.Mirror {
  #present = new Map<Uid, Present>();
  #epoch: string | undefined;
  #version = 0;

  constructor(snapshot?: PresenceSnapshot) {
    if (snapshot !== undefined) this.sync(snapshot);
  }

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#present.size;
  }

  sync(snapshot: PresenceSnapshot): void {
    const { epoch, version, present } = asEdition(snapshot, 'snapshot');
    const all = asPeople(present, 'snapshot.present');
    this.#present = new Map(all.map((person) => [person.uid, person]));
    this.#epoch = epoch;
    this.#version = version;
  }

  apply(diff: PresenceDiff): boolean {
    const { epoch, version, joined, left, changed } = asEdition(diff, 'diff');
    const here = [...asPeople(joined, 'diff.joined'), ...asPeople(changed, 'diff.changed')];
    for (const uid of asArray(left, 'diff.left')) if (!isUid(uid)) throw new TypeError(`diff.left has ${show(uid)} in it; it takes uids`);
    if (epoch !== this.#epoch || version > this.#version + 1) return false;
    if (version <= this.#version) return true;
    for (const uid of left) this.#present.delete(uid);
    for (const person of here) this.#present.set(person.uid, person);
    this.#version = version;
    return true;
  }

  has(uid: Uid): boolean {
    return this.#present.has(uid);
  }

  get(uid: Uid): Present | undefined {
    return this.#present.get(uid);
  }

  list(): Present[] {
    return [...this];
  }

  [Symbol.iterator](): IterableIterator<Present> {
    return this.#present.values();
  }
}

/** It came over a network: whatever it is, nothing is taken of what is no snapshot or diff. */
function asEdition<T extends PresenceSnapshot | PresenceDiff>(edition: T, name: string): T {
  if (typeof edition !== 'object' || edition === null) throw new TypeError(`${name} is ${show(edition)}; it takes an object`);
  if (typeof edition.epoch !== 'string') throw new TypeError(`${name}.epoch is ${show(edition.epoch)}; it takes a string`);
  if (!Number.isSafeInteger(edition.version)) throw new TypeError(`${name}.version is ${show(edition.version)}; it takes a whole number`);
  return edition;
}

function asPeople(people: readonly Present[], name: string): readonly Present[] {
  for (const person of asArray(people, name)) {
    if (!isUid(person?.uid) || typeof person.away !== 'boolean' || !Array.isArray(person.metas)) {
      throw new TypeError(`${name} has ${show(person)} in it; it takes those who are here, each with uid, away and metas`);
    }
  }
  return people;
}

function asArray<T>(array: readonly T[], name: string): readonly T[] {
  if (!Array.isArray(array)) throw new TypeError(`${name} is ${show(array)}; it takes an array`);
  return array;
}
