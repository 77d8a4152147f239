// All cases, in the order of the tables. A case has
//   name, about
//   kinds, sizes   what it is measured for
//   metrics        `{ key, title }` of the numbers that `run` gives
//   bases          peers with whom the others are compared
//   takes          of a peer and a kind: whether that peer is measured
//   run            of `{ peer, size, kind, ms }`, where `ms` is how long to measure where that can be chosen; gives (or resolves to) the numbers
//   browser        true: it runs in browsers too
//   derive         of all results of one size and kind, where it has it: adds numbers that take more than one peer

import { expire } from './expire.mjs';
import { expireSome } from './expire-some.mjs';
import { gc } from './gc.mjs';
import { memory } from './memory.mjs';
import { mixed } from './mixed.mjs';
import { newUids } from './new.mjs';
import { slices } from './slices.mjs';
import { tick } from './tick.mjs';
import { touch } from './touch.mjs';
import { worst } from './worst.mjs';

export const allCases = [touch, newUids, worst, tick, expire, expireSome, slices, memory, gc, mixed];
