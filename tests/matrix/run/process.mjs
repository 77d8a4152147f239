// Programs that a case starts. Each has a process group of its own, so that what it starts itself ends with it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failed, NotRun } from './outcome.mjs';

/** A limit for what hangs, not a measure: machines are busy. */
const LIMIT_MS = 300_000;

const running = new Set();

/** Runs a command to its end, and gives what it printed on stdout. */
export async function run(command, args, { cwd, env } = {}) {
  const child = start(command, args, { cwd, env });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, LIMIT_MS);
  const [code, signal] = await child.closed.finally(() => clearTimeout(limit));
  if (late) throw new Failed(`${shown(command, args)} did not end within ${LIMIT_MS / 1000} s: ${child.tail()}`);
  if (code !== 0) throw new Failed(`${shown(command, args)} failed (${signal ?? `exit code ${code}`}): ${child.tail()}`);
  return child.stdout();
}

/** Starts a server, and gives what `ready` captures of its output, and `end()`. */
export async function serve(command, args, ready, { cwd, env } = {}) {
  const child = start(command, args, { cwd, env });
  const end = async () => {
    child.kill('SIGTERM');
    const limit = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await child.closed;
    clearTimeout(limit);
  };
  let limit;
  try {
    const captured = await new Promise((resolve, reject) => {
      const look = () => {
        const [, found] = child.output().match(ready) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.onOutput(look);
      limit = setTimeout(
        () => reject(new Failed(`${shown(command, args)} was not ready within ${LIMIT_MS / 1000} s: ${child.tail()}`)),
        LIMIT_MS,
      );
      child.closed.then(() => reject(new Failed(`${shown(command, args)} ended before it was ready: ${child.tail()}`)), reject);
    });
    return { captured, end, output: child.output };
  } catch (error) {
    await end().catch(() => {});
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

function start(command, args, { cwd, env }) {
  const child = spawn(command, args, { cwd, env: { ...environment(), ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  const text = { stdout: '', all: '' };
  let heard = () => {};
  for (const name of ['stdout', 'stderr']) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      if (name === 'stdout') text.stdout += chunk;
      text.all += chunk;
      heard();
    });
  }
  const closed = once(child, 'close').then(
    (how) => {
      running.delete(child);
      return how;
    },
    (error) => {
      running.delete(child);
      throw error.code === 'ENOENT' ? new NotRun(`${command} is not installed here`) : error;
    },
  );
  return {
    closed,
    stdout: () => text.stdout,
    output: () => text.all,
    tail: () => JSON.stringify(text.all.trim().slice(-2_000)),
    onOutput: (listener) => {
      heard = listener;
    },
    kill: (signal) => killGroup(child, signal),
  };
}

/** Without colours, news of newer versions and reports to vendors; and not that of a node:test file, which Node passes on. */
function environment() {
  const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _colour, NODE_OPTIONS: _options, ...env } = process.env;
  return { ...env, NO_COLOR: '1', CI: '1', DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1', DENO_NO_UPDATE_CHECK: '1' };
}

function killGroup({ pid }, signal) {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

const shown = (command, args) => [command.split('/').at(-1), ...args.map((arg) => arg.split('/').at(-1))].join(' ');

process.once('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL');
});
