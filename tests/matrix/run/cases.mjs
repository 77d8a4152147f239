// All cases, in the order of the table. A case is
//   name     for --only
//   tool     what loads the package, and `version()` of it; those of browsers are told apart
//   what     what of it is used
//   passes   what there is to see, where that is not a uid that expires
//   quick    true: a part of `npm test`
//   large    true: its tools are those of large/
//   hosts    where its outcome may differ, each run by itself; the machine itself if there are none
//   prepare  writes and builds a project, once for all hosts
//   run      gets the project and the host, and throws if it doesn't see what there is to see

import { readdirSync } from 'node:fs';

const ORDER = [
  'node',
  'node-versions',
  'bun',
  'deno',
  'workerd',
  'page',
  'worker-dedicated',
  'worker-shared',
  'worker-service',
  'csp',
  'slim',
];
const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

const folder = new URL('../cases/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
const names = files.map((file) => file.replace(/\.mjs$/, '')).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));

export const allCases = (await Promise.all(names.map((name) => import(new URL(`${name}.mjs`, folder))))).flatMap(
  (module) => module.default,
);
