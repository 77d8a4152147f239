// `npm run build`: Rust and TypeScript in, the npm package out. `--help` says how.

import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEngine, buildFaultyEngine } from './engine.mjs';
import { script } from './exec.mjs';
import { link, pack } from './pack.mjs';
import { inRoot } from './project.mjs';
import { setup } from './setup.mjs';

const USAGE = `usage: npm run build -- [--out FOLDER] [--faults] [--no-setup]

Makes pkg/, the npm package, and links node_modules/idlewheel to it.
  --out FOLDER  make it there instead, and link nothing
  --faults      make build/faults.wasm too: an engine that panics when told to, for the tests
  --no-setup    take it that everything needed is installed`;

script(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, faults: { type: 'boolean' }, 'no-setup': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) return console.log(USAGE);
  if (!values['no-setup']) setup('build');
  const out = resolve(values.out ?? inRoot('pkg'));
  buildEngine();
  if (values.faults) buildFaultyEngine();
  await pack(out);
  if (!values.out) link();
  const sizes = ['index.js', 'index.cjs', 'idlewheel.wasm'].map((name) => `${name} ${readFileSync(join(out, name)).length} bytes`);
  console.log(`built ${relative(process.cwd(), out) || out}: ${sizes.join(', ')}`);
});
