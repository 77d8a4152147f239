// How late expiries are: `node bench/lateness.mjs`. `--help` says more.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spaced } from './lateness/numbers.mjs';
import { tables, writePage } from './lateness/page.mjs';

const USAGE = `usage: node bench/lateness.mjs [--quick] [--write]

Measures how long after their deadline (the last touch and the timeout) uids expire, on the host's own interval, with nothing and with a busy loop
beside it in the same event loop; prints a table, in ms. Fails if anyone expires early, twice or not at all. Takes about two and a half minutes.

  --quick   fewer uids, shorter timeouts, about ten seconds: for the checks, not for the figures
  --write   writes docs/lateness.md and its plots as well; needs \`npm ci --prefix bench\` once`;

/** Times in ms; 30 ticks a timeout, as by default. Everybody is touched twice, once a round. */
const FULL = { sizes: [1_000, 10_000, 100_000, 1_000_000], tick: 200, timeout: 6_000, round: 5_000 };
const QUICK = { sizes: [1_000, 20_000], tick: 30, timeout: 900, round: 600 };

const CASE = fileURLToPath(new URL('lateness/case.mjs', import.meta.url));

/** In a process of its own, so that none finds another's memory, caches and compiled code. */
function measure(options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CASE, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(text));
      else reject(new Error(`the measurement of ${JSON.stringify(options)} ended with ${signal ?? code}`));
    });
  });
}

async function measureAll({ sizes, tick, timeout, round }) {
  const results = [];
  for (const busy of [false, true]) {
    for (const uids of sizes) {
      console.error(`measuring ${spaced(uids)} uids${busy ? ' with a busy loop' : ''}, ${Math.round((2 * round + timeout) / 1000)} s`);
      results.push(await measure({ uids, busy, tick, timeout, round }));
    }
  }
  return results;
}

/** Looked for before anything is measured. */
async function drawingLibrary() {
  const { plot } = await import('./lateness/plot.mjs').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error('the library that draws the plots is missing: run `npm ci --prefix bench`');
  });
  return plot;
}

async function main({ help, quick, write }) {
  if (help) return console.log(USAGE);
  if (quick && write) throw new Error('--quick is for the checks: its figures are not to be published');
  const plot = write ? await drawingLibrary() : undefined;
  const results = await measureAll(quick ? QUICK : FULL);
  console.log(tables(results));
  const wrong = results.filter(({ early, repeated, lost }) => early > 0 || repeated > 0 || lost > 0);
  for (const { uids, busy, early, repeated, lost } of wrong) {
    console.error(
      `FAILED: of ${uids} uids${busy ? ' with a busy loop' : ''}, ${early} expired early, ${repeated} again, ${lost} not at all`,
    );
  }
  if (wrong.length > 0) process.exitCode = 1;
  else if (write) await writePage(results, plot);
}

try {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, help: { type: 'boolean' } } });
  await main(values);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
