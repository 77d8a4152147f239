// Makes JavaScript of the model's tests: Node 20 runs no TypeScript. `node tests/model/bundle.mjs && node --test build/tests/model/`

import { readdirSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { inRoot, root } from '../../tools/project.mjs';

const out = inRoot('build/tests/model');
rmSync(out, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: readdirSync(inRoot('tests/model'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/model/${name}`),
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  charset: 'utf8',
  sourcemap: 'inline',
  outdir: out,
  outExtension: { '.js': '.mjs' },
  logLevel: 'warning',
});
