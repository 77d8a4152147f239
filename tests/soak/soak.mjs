// Wheels on real timers for as long as one likes, against plain books: `node tests/soak/soak.mjs --help`.

import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { block } from '../../bench/busy.mjs';
import { seeded } from '../js/seeded.mjs';
import { makeCast } from './cast.mjs';
import { Ledger } from './ledger.mjs';
import { Throwing } from './listeners.mjs';
import { collect, MemoryWatch } from './memory.mjs';
import { Visitors } from './visitors.mjs';

const USAGE = `usage: node tests/soak/soak.mjs [--seconds 600] [--seed N]

A crowd on a dozen wheels with real timers in one process: millions of uids that come, beat, leave, fall silent and return; loops that are blocked,
listeners that throw, wheels that come and go. All the while everything is compared with plain books: each life of a uid ends once: by its expiry,
not early, or because it was deleted;
\`size\` is right, memory levels off. Exits with 1 at the first fault. At least 60 s. The seed decides who does what, and the machine when.`;

const TURN_MS = 5;
const SAMPLE_MS = 2_500;
const PROGRESS_MS = 10_000;
/** Far more than anything here takes when nothing is lost. */
const PATIENCE_MS = 30_000;

function options() {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) return { help: true };
  const seconds = Number(values.seconds);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  if (!(seconds >= 60)) throw new RangeError(`--seconds is ${values.seconds}; it takes 60 or more`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`--seed is ${values.seed}; it takes a whole number`);
  return { totalMs: seconds * 1000, seed };
}

class Soak {
  ledger = new Ledger();
  #totalMs;
  #random;
  #memory = new MemoryWatch();
  #throwing = new Throwing(this.ledger);
  #cast;
  #visitors;
  #start = performance.now();

  constructor({ totalMs, seed }) {
    this.#totalMs = totalMs;
    this.#random = seeded(seed);
    this.#cast = makeCast(this.#random, this.ledger, this.#throwing);
    this.#visitors = new Visitors(this.#random, this.ledger);
    process.on('uncaughtException', (error) => this.#throwing.reported(error));
  }

  get #elapsed() {
    return performance.now() - this.#start;
  }

  get #all() {
    return [...this.#cast.map(({ watched }) => watched), ...this.#visitors.watched];
  }

  async run() {
    const wheels = this.#cast.map(({ watched }) => watched.wheel);
    let nextSample = SAMPLE_MS;
    let nextProgress = PROGRESS_MS;
    let nextBlock = 3_000;
    while (this.#elapsed < this.#totalMs && this.ledger.faults === 0) {
      for (const { turn } of this.#cast) turn();
      this.#visitors.turn();
      if (this.#elapsed > nextBlock) {
        block(50 + this.#random() * 450);
        nextBlock = this.#elapsed + 8_000 * this.#random();
      }
      if (this.#elapsed > nextSample) {
        for (const watched of this.#all) watched.check();
        this.#memory.sample(this.#elapsed, wheels);
        nextSample = this.#elapsed + SAMPLE_MS;
      }
      if (this.#elapsed > nextProgress) {
        console.log(this.#progress());
        nextProgress += PROGRESS_MS;
      }
      await sleep(TURN_MS);
    }
    if (this.ledger.faults === 0) await this.#end();
    console.log(this.#progress());
  }

  /** The crowd goes home. Nobody who is due is left behind; whoever is still here is returned by close(). */
  async #end() {
    this.#visitors.endAll();
    for (const watched of this.#all) await this.#until(() => watched.overdue.length === 0, `nobody is overdue in '${watched.name}'`);
    for (const watched of this.#all) {
      const { now } = watched.wheel.stats();
      await this.#until(() => watched.people.size === 0 || watched.wheel.stats().now > now + 2, `'${watched.name}' goes on ticking`);
    }
    await this.#until(() => this.#visitors.waiting === 0, 'all expired in the wheels that were dropped, and the others closed');
    const everyDropped = () => this.#visitors.collected === this.#visitors.dropped;
    await this.#until(() => collect() ?? everyDropped(), 'the wheels that were dropped were collected');
    for (const { watched, ended } of this.#cast) {
      watched.check();
      watched.close();
      await ended();
    }
    this.#throwing.check();
    this.#memory.check(this.#totalMs, this.ledger);
  }

  async #until(isSo, what) {
    const giveUpAt = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > giveUpAt) throw new Error(`waited in vain until ${what}`);
      await sleep(TURN_MS);
    }
  }

  #progress() {
    const { lives, expired, deleted, here } = this.ledger;
    const { made, closed, dropped, collected } = this.#visitors;
    return [
      `${Math.round(this.#elapsed / 1000)} s: ${lives} lives, ${expired} expired, ${deleted} left, ${here} are here`,
      `${made} wheels came, ${closed} closed, ${dropped} dropped, ${collected} of those collected; ${this.#throwing.thrown} errors thrown`,
      this.#memory.last,
    ].join('\n    ');
  }
}

async function main() {
  const { help, totalMs, seed } = options();
  if (help) return console.log(USAGE);
  console.log(`${totalMs / 1000} s, --seed ${seed}`);
  const soak = new Soak({ totalMs, seed });
  await soak.run().catch((error) => soak.ledger.fault('the soak', error.stack));
  const { shown, faults } = soak.ledger;
  for (const fault of shown) console.log(`FAULT: ${fault}`);
  const { user, system } = process.cpuUsage();
  console.log(`${faults} faults, ${((user + system) / 1e6 / process.uptime()).toFixed(2)} cores used`);
  // Whatever is wrong with the wheels, their timers and readers are not waited for.
  process.exit(faults > 0 ? 1 : 0);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
