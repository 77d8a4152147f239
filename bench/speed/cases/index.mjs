// All cases, in the order of the tables. A case has
//   name, about
//   kinds, sizes   what it is measured for
//   metrics        `{ key, title }` of the numbers that `run` gives, the first of which is compared
//   takes          of a peer and a kind: whether that peer is measured
//   run            of `{ peer, size, kind, ms }`, where `ms` is how long to measure where that can be chosen; gives (or resolves to) the numbers

import { touch } from './touch.mjs';

export const allCases = [touch];
