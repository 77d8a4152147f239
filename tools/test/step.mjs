// One step of `npm test`: runs commands into its log, and counts.

import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { finished } from 'node:stream/promises';
import { inRoot, root } from '../project.mjs';
import { countCargo, countNode } from './count.mjs';

const LIMIT_MINUTES = 15;
const TAIL_LINES = 80;

const running = new Set();

export class Step {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** What there is to tell beside the counts: what failed, and what was skipped. */
  said = [];
  #log;

  constructor(name) {
    this.name = name;
    this.logFile = inRoot('build/log', `${name}.txt`);
    mkdirSync(inRoot('build/log'), { recursive: true });
    this.#log = createWriteStream(this.logFile);
  }

  /** Runs a command to its end, or for so many minutes: whether it exited with 0, and all it printed. */
  exec(command, args, { env, minutes = LIMIT_MINUTES } = {}) {
    const shown = [...Object.entries(env ?? {}).map(([key, value]) => `${key}=${value}`), command, ...args].join(' ');
    this.#log.write(`$ ${shown}\n`);
    return new Promise((resolve) => {
      // Of its own process group, so that the limit and Ctrl-C end what the command started too.
      const child = spawn(command, args, {
        cwd: root,
        env: { ...process.env, NO_COLOR: '1', CARGO_TERM_COLOR: 'never', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      running.add(child);
      const limit = setTimeout(() => {
        take(`\nended after ${minutes} minutes\n`);
        endGroup(child);
      }, minutes * 60_000);
      let text = '';
      const take = (chunk) => {
        text += chunk;
        this.#log.write(chunk);
      };
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', take);
      child.on('error', (error) => take(`${command} did not start: ${error.message}\n`));
      child.on('close', (code) => {
        clearTimeout(limit);
        running.delete(child);
        resolve({ ok: code === 0, text });
      });
    });
  }

  /** A command that is one test by itself, or as many as are said. */
  async check(command, args, { tests = 1, ...options } = {}) {
    const { ok, text } = await this.exec(command, args, options);
    if (ok) this.passed += tests;
    else this.fail(`${command} ${args.join(' ')}`, text);
    return ok;
  }

  async cargoTest(command, args, options) {
    const { ok, text } = await this.exec(command, args, options);
    return this.#add(countCargo(text, ok), text);
  }

  /** The node:test files of a folder. */
  async nodeTest(folder, options) {
    const names = readdirSync(inRoot(folder)).filter((name) => name.endsWith('.test.mjs'));
    if (names.length === 0) return this.fail(`${folder} has no *.test.mjs`);
    const files = names.sort().map((name) => `${folder}/${name}`);
    const { ok, text } = await this.exec(
      'node',
      ['--test', '--test-reporter=spec', `--test-concurrency=${availableParallelism()}`, ...files],
      options,
    );
    return this.#add(countNode(text, ok), text);
  }

  #add(count, text) {
    for (const reason of count.skipped ?? []) this.skip(reason);
    this.passed += count.passed;
    this.failed += count.failed;
    if (count.failed > 0) this.#report(count.problem ?? `${count.failed} failed`, text);
    return count;
  }

  fail(problem, text) {
    this.failed += 1;
    this.#report(problem, text);
  }

  /** What can't be tested here is no success and no failure, but never silent. */
  skip(reason) {
    this.skipped += 1;
    this.#say(`skipped: ${reason}`);
  }

  #report(problem, text) {
    this.#say(`FAILED: ${problem}`, ...(text?.trimEnd().split('\n').slice(-TAIL_LINES) ?? []));
  }

  #say(headline, ...lines) {
    this.said.push(...[headline, ...lines].map((line) => `  | ${line}`));
    this.#log.write(`${headline}\n`);
  }

  async end() {
    this.#log.end();
    await finished(this.#log);
  }
}

/** Ends what the steps have running. */
export function endAll() {
  for (const child of running) endGroup(child);
}

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
