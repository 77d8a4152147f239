// `npm run size`: what weighs in the package. `--help` says how.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { toDigits } from './digits.mjs';
import { buildNamedEngine } from './engine.mjs';
import { script } from './exec.mjs';
import { inRoot } from './project.mjs';
import { functionSizes } from './size/functions.mjs';

const USAGE = `usage: npm run size -- [--functions N]

Prints how large the parts of pkg/ are: as they are, with gzip -9 and with brotli -q 11; and the N largest functions of the engine (default 25),
which is built anew for that, with names. \`npm run build\` makes pkg/.`;

const row = (cells) => `| ${cells.join(' | ')} |`;

function part(name, content) {
  const bytes = Buffer.from(content);
  return row([name, bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length]);
}

function main({ functions, help }) {
  if (help) return console.log(USAGE);
  const entry = readFileSync(inRoot('pkg/index.js'), 'utf8');
  const wasm = readFileSync(inRoot('pkg/idlewheel.wasm'));
  const text = toDigits(wasm);
  console.log(row(['part', 'bytes', 'gzip', 'brotli']));
  console.log('| --- | ---: | ---: | ---: |');
  console.log(part('index.js', entry));
  console.log(part('its JavaScript', entry.replace(text, '')));
  console.log(part("the engine's text in it", text));
  console.log(part('idlewheel.wasm', wasm));
  console.log(`\n${row(['function', 'bytes'])}\n| --- | ---: |`);
  const sizes = functionSizes(readFileSync(buildNamedEngine())).sort((a, b) => b.size - a.size);
  for (const { name, size } of sizes.slice(0, Number(functions))) console.log(row([`\`${name}\``, size]));
}

const options = { functions: { type: 'string', default: '25' }, help: { type: 'boolean' } };
script(() => main(parseArgs({ options }).values));
