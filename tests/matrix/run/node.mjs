// The ways in which a program in Node loads a package.

import { expired, imported, required } from './program.mjs';

const both = `import './presence.cjs';\n${imported({ uid: 'bob', value: 2 })}`;
// What it gives a CommonJS program is an ES module of the user's, which imports the package.
const requiresModule = `require('./presence.mjs');\n`;

export const nodePrograms = {
  import: { what: '`import`', files: { 'main.mjs': imported() }, entry: 'main.mjs' },
  require: { what: '`require`', files: { 'main.cjs': required() }, entry: 'main.cjs' },
  both: {
    what: '`import` and `require` in one process',
    files: { 'presence.cjs': required(), 'main.mjs': both },
    entry: 'main.mjs',
    lines: [expired('ada', 1), expired('bob', 2)],
  },
  'require-esm': {
    what: '`require` of an ES module that imports it',
    files: { 'presence.mjs': imported(), 'main.cjs': requiresModule },
    entry: 'main.cjs',
    since: 20,
  },
};
