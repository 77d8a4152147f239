// Runs commands, and says in one sentence what went wrong.

import { spawnSync } from 'node:child_process';
import { root } from './project.mjs';

/** What the person at the terminal has to do something about: printed without a stack. */
export class Failure extends Error {}

/** Runs a command in the project's folder, its output going to ours. */
export function run(command, args, { env, cwd = root, stdout = process.stdout } = {}) {
  const stdio = ['inherit', stdout, 'inherit'];
  const { status, signal, error } = spawnSync(command, args, { cwd, env: { ...process.env, ...env }, stdio });
  if (error) throw new Failure(`${command} did not start: ${error.message}`);
  if (status !== 0)
    throw new Failure(`\`${[command, ...args.map(short)].join(' ')}\` failed (${signal ?? `exit code ${status}`}): see above`);
}

/** What a command prints, or undefined when it can't be started or fails. */
export function output(command, args, { cwd = root } = {}) {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

const short = (arg) => (arg.length > 100 ? `${arg.slice(0, 100)}…` : arg);

/** Runs a script's `main`; a `Failure` becomes its message and exit code 1. */
export async function script(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
