// The wheels that stay from the beginning to the end, each with its own habits.

import { Crowd, newUid } from './crowd.mjs';
import { meddle, read, readInPieces } from './listeners.mjs';
import { Watched } from './watched.mjs';

/** More at once than the package's cache of uids holds, so that it is given up and made anew. */
const FLOOD = 60_000;
const FLOOD_EVERY_MS = 12_000;

/** Returns `{ watched, turn, ended }` for each: what is called in each turn of the soak, and what to wait for once it is closed. */
export function makeCast(random, ledger, throwing) {
  const make = (name, options, habits) => {
    const watched = new Watched(name, options, ledger);
    const crowd = new Crowd(watched, random, habits);
    return { watched, turn: () => crowd.turn(), ended: async () => {} };
  };
  const large = make('large', { tick: 100, timeout: 5_000 }, { most: 15_000, calls: 200 });
  const plain = make('plain', { tick: 20, timeout: 600, maxPerTurn: Infinity }, { most: 5_000, calls: 100 });
  const forgiving = make('forgiving', { tick: 10, timeout: 310, gap: 'forgive', maxPerTurn: Infinity }, { most: 2_000, calls: 20 });
  const few = make('a few a turn', { tick: 50, timeout: 1_000, maxPerTurn: 7 }, { most: 3_000, calls: 20 });
  const thrower = make('throwing', { tick: 30, timeout: 900, maxPerTurn: Infinity }, { most: 1_000, calls: 10 });
  const unheard = make('throwing, unheard', { tick: 30, timeout: 900, maxPerTurn: 50 }, { most: 200, calls: 3 });
  const meddler = make('meddling', { tick: 25, timeout: 500, maxPerTurn: Infinity }, { most: 2_000, calls: 20 });
  const meddlerOfFew = make('meddling, a few a turn', { tick: 25, timeout: 500, maxPerTurn: 10 }, { most: 2_000, calls: 20 });
  const readBy = make('read', { tick: 20, timeout: 400, maxPerTurn: Infinity }, { most: 1_000, calls: 20 });
  const short = make('short', { tick: 1, timeout: 1, maxPerTurn: Infinity }, { most: 500, calls: 10, ownTimeouts: 300 });
  const lonely = make('mostly empty', { tick: 20, timeout: 20, maxPerTurn: Infinity }, { most: 3, calls: 1, ownTimeouts: 5 });

  throwing.listenTo(thrower.watched, { hear: true });
  throwing.listenTo(unheard.watched, { hear: false });
  meddle(meddler.watched, random);
  meddle(meddlerOfFew.watched, random);
  const ends = [read(readBy.watched, random, ledger), read(readBy.watched, random, ledger), readInPieces(readBy.watched, random, ledger)];
  readBy.ended = () => Promise.all(ends.map((end) => end()));
  onlyIn(lonely, (ms) => ms % 3_000 < 200);
  flood(large, random);
  return [large, plain, forgiving, few, thrower, unheard, meddler, meddlerOfFew, readBy, short, lonely];
}

/** Nobody comes at other times, so that the wheel's timer is stopped and started anew. */
function onlyIn(member, isOpen) {
  const { turn } = member;
  member.turn = () => {
    if (isOpen(performance.now())) turn();
  };
}

function flood(member, random) {
  const { watched, turn } = member;
  let next = 0;
  member.turn = () => {
    if (performance.now() > next) {
      watched.touchMany(Array.from({ length: FLOOD }, () => newUid(random)));
      next = performance.now() + FLOOD_EVERY_MS;
    }
    turn();
  };
}
