// Thousands of random operations, the same on every run, on a presence and on a model of it: they agree after each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Model } from './presence-model.mjs';
import { assertMirrors, byUid, follow, manualPresence, sortedUids } from './presences.mjs';
import { seeded } from './seeded.mjs';

const OPERATIONS = 2000;
/** Few, so that they meet: 1 and '1' are two. */
const UIDS = ['ada', 'bob', '__proto__', 1, '1', 0];
const METAS = [null, 1, 'text', { name: 'Ada' }, [1, [2]]];

const ROOMS = {
  'with nothing but a timeout': { timeout: 12 },
  'with grace': { timeout: 12, grace: 7 },
  'with away': { timeout: 12, away: 9 },
  'with maxLife': { timeout: 12, maxLife: 30 },
  'with all of them, and limits': { timeout: 12, grace: 9, away: 20, maxLife: 40, maxConnections: 8, maxPerUid: 3 },
  // Whatever falls due, falls due together.
  'in which all times are one': { timeout: 5, grace: 5, away: 5, maxLife: 5 },
  'of one tick': { timeout: 1, grace: 1, away: 1, maxLife: 3 },
  'on outer rings': { timeout: 40, grace: 33, away: 1000, maxLife: 2000 },
};

for (const [what, options] of Object.entries(ROOMS)) {
  for (const seed of [1, 2]) {
    test(`a room ${what} is as the model has it, seed ${seed}`, () => new Comparison(options, seeded(seed)).run());
  }
}

class Comparison {
  #random;
  #room;
  #model;
  #followers;
  /** Connections and their links in the model: also those that have ended. */
  #pairs = [];
  /** The links that have ended in this operation, and why. */
  #ended = [];
  #taken = 0;

  constructor(options, random) {
    this.#random = random;
    this.#room = manualPresence(options);
    this.#model = new Model(options);
    this.#followers = [follow(this.#room.presence)];
  }

  run() {
    for (let i = 0; i < OPERATIONS; i++) {
      this.#ended.length = 0;
      this.#operate(this.#random());
      this.#compare();
    }
  }

  #operate(choice) {
    if (choice < 0.15) this.#connect();
    else if (choice < 0.35) this.#onPair((connection, link) => [connection.beat(), this.#model.beat(link, false)]);
    else if (choice < 0.42) this.#onPair((connection, link) => [connection.beat({ active: true }), this.#model.beat(link, true)]);
    else if (choice < 0.48) this.#update();
    else if (choice < 0.53) this.#onPair((connection, link) => [connection.leave(), this.#model.end(link, 'left')]);
    else if (choice < 0.58) this.#onPair((connection, link) => [connection.lost(), this.#model.end(link, 'closed')]);
    else if (choice < 0.6) this.#leave(this.#one(UIDS));
    else if (choice < 0.62) this.#newcomer();
    else this.#tick();
  }

  #connect() {
    const uid = this.#one(UIDS);
    const given = this.#one([undefined, 'a', 'b']);
    const meta = this.#one(METAS);
    const pair = {};
    const onEnd = (reason) => this.#ended.push({ link: pair.link, reason });
    let connection;
    try {
      connection = this.#room.presence.connect(uid, { id: given, meta, onEnd });
    } catch (error) {
      assert.equal(error.code, 'CAPACITY');
    }
    const old = this.#model.people.get(uid)?.links.get(given);
    pair.link = this.#model.connect(uid, connection?.id ?? given ?? 'refused', meta);
    assert.equal(connection !== undefined, pair.link !== undefined);
    assert.deepEqual(this.#ended, old !== undefined && connection !== undefined ? [{ link: old, reason: 'replaced' }] : []);
    if (connection === undefined) return;
    assert.equal(this.#room.presence.connection(uid, connection.id), connection);
    this.#pairs.push({ connection, ...pair });
    if (this.#pairs.length > 30) this.#pairs.shift();
  }

  #update() {
    const meta = this.#one(METAS);
    this.#onPair((connection, link) => [connection.update(meta), this.#model.update(link, meta)]);
  }

  #onPair(act) {
    if (this.#pairs.length === 0) return;
    const { connection, link } = this.#one(this.#pairs);
    const [given, wanted] = act(connection, link);
    assert.equal(given, wanted);
  }

  #leave(uid) {
    assert.equal(this.#room.presence.leave(uid), this.#model.leave(uid));
  }

  #newcomer() {
    this.#followers.push(follow(this.#room.presence));
    if (this.#followers.length > 4) this.#followers.splice(1, 1);
    this.#compareDiffs();
  }

  #tick() {
    this.#room.presence.tick();
    this.#model.tick(this.#ended);
    this.#compareDiffs();
  }

  #compareDiffs() {
    const diffs = this.#room.diffs.slice(this.#taken);
    this.#taken += diffs.length;
    const wanted = this.#model.diff();
    assert.deepEqual(diffs.map(sorted), wanted === undefined ? [] : [sorted(wanted)]);
    for (const follower of this.#followers) assertMirrors(follower, this.#room.presence);
  }

  #compare() {
    const { presence, events } = this.#room;
    const model = this.#model;
    assert.deepEqual(byUid(presence.list()), byUid(model.list()));
    assert.deepEqual([presence.size, presence.connections, presence.stats().size], [model.people.size, model.connections, model.running]);
    for (const uid of UIDS) assert.equal(presence.has(uid), model.people.has(uid));
    for (const { connection, link } of this.#pairs) assert.equal(connection.alive, link.alive);
    // The order within a tick is free: who leaves in it may have been said to be away before, or not.
    const isTold = (event) => !event.startsWith('away') || !leaves.has(event.slice('away '.length));
    const leaves = new Set(events.filter((event) => event.startsWith('leave')).map((event) => event.split(' ')[1]));
    assert.deepEqual(events.filter(isTold).sort(), model.takeEvents().filter(isTold).sort());
    events.length = 0;
  }

  #one(things) {
    return things[Math.floor(this.#random() * things.length)];
  }
}

const sorted = ({ joined, left, changed }) => ({ joined: byUid(joined), left: sortedUids(left), changed: byUid(changed) });
