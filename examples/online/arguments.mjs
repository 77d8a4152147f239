// What the command line asks for.

import { parseArgs } from 'node:util';

export const USAGE = `usage: npm start -- [--port N] [--timeout SECONDS] [--tick SECONDS]

Serves a page that shows who is online, on 127.0.0.1, until Ctrl-C.
  --port N           the port; without it, or with 0, a free one
  --timeout SECONDS  how long somebody may be silent; default 30
  --tick SECONDS     how often the wheel looks; default 1
  --help             print this`;

// The same limits as IdleWheel's own.
const MAX_TICK_MS = 2 ** 31 - 1;
const MAX_TIMEOUT_TICKS = 2 ** 31 - 1;

/** What is wrong with the arguments, in one sentence. */
export class BadArgument extends Error {}

export function readArguments(args) {
  const given = read(args);
  if (given.help) return { help: true };
  const port = readPort(given.port ?? '0');
  const timeoutMs = readSeconds('timeout', given.timeout ?? '30');
  const tickMs = readSeconds('tick', given.tick ?? '1');
  if (tickMs > MAX_TICK_MS) throw new BadArgument(`--tick ${tickMs / 1000} is too long: the longest is ${MAX_TICK_MS / 1000} seconds`);
  if (timeoutMs < tickMs) {
    throw new BadArgument(
      `--timeout ${timeoutMs / 1000} is shorter than a tick, which is ${tickMs / 1000} s: give a longer timeout or a shorter --tick`,
    );
  }
  if (timeoutMs / tickMs > MAX_TIMEOUT_TICKS) {
    throw new BadArgument(`--timeout ${timeoutMs / 1000} is too long: the longest is ${MAX_TIMEOUT_TICKS} ticks of ${tickMs / 1000} s`);
  }
  return { help: false, port, timeoutMs, tickMs };
}

function read(args) {
  const options = { port: { type: 'string' }, timeout: { type: 'string' }, tick: { type: 'string' }, help: { type: 'boolean' } };
  // Not strict, because its messages tell more than one sentence.
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  for (const { kind, name, rawName, value } of tokens) {
    if (kind === 'positional') throw new BadArgument(`"${value}" is no option: --help says which there are`);
    if (kind !== 'option') continue;
    if (!Object.hasOwn(options, name)) throw new BadArgument(`${rawName} is unknown: --help says which options there are`);
    const takesValue = options[name].type === 'string';
    if (takesValue && value === undefined) throw new BadArgument(`${rawName} needs a value: --help says which`);
    if (!takesValue && value !== undefined) throw new BadArgument(`${rawName} takes no value`);
  }
  return values;
}

function readPort(text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65535)) throw new BadArgument(`--port ${text} is no port: it takes a whole number from 0 to 65535`);
  return port;
}

function readSeconds(name, text) {
  const ms = /^(\d+|\d*\.\d{1,3})$/.test(text) ? Math.round(Number(text) * 1000) : 0;
  if (!(ms >= 1 && ms <= Number.MAX_SAFE_INTEGER)) {
    throw new BadArgument(`--${name} ${text} is no duration: it takes seconds, from 0.001, with at most three decimals`);
  }
  return ms;
}
