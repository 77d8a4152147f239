// The command line of run.mjs.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../../../tools/exec.mjs';
import { allCases } from './cases.mjs';

export const USAGE = `usage: npm run test:matrix -- [--quick] [--only NAME,…] [--package FOLDER] [--write]

Packs the package, installs it in a project for each case, builds where there is something to build, runs it, and sees a uid expire.
  --quick           what needs no browser and is quickly installed: the part that npm test runs
  --only NAME,…     these cases, or all whose names begin with one of these and a hyphen
  --package FOLDER  take the package from there instead of pkg/
  --write           write the outcome to docs/loading-matrix.md, if nothing failed; for all cases only
  --list            names the cases

Exit code 1 if any fails. What can't be installed or started here is told apart: not run.`;

export function readOptions(args) {
  const { values } = read(args);
  const { quick = false, write = false } = values;
  if (write && (quick || values.only !== undefined || values.package !== undefined)) {
    throw new Failure('--write is for all cases of the package in pkg/: it takes no --quick, no --only and no --package');
  }
  return { ...values, quick, write, cases: chosen(values.only, quick), packageFolder: packageFolder(values.package) };
}

function read(args) {
  const flags = Object.fromEntries(['quick', 'write', 'list', 'help'].map((name) => [name, { type: 'boolean' }]));
  try {
    return parseArgs({ args, options: { ...flags, only: { type: 'string' }, package: { type: 'string' } } });
  } catch (error) {
    throw new Failure(error.message);
  }
}

function chosen(only, quick) {
  const cases = quick ? allCases.filter((one) => one.quick) : allCases;
  if (only === undefined) return cases;
  const names = only.split(',');
  const has = (name, one) => one.name === name || one.name.startsWith(`${name}-`);
  for (const name of names) {
    if (cases.some((one) => has(name, one))) continue;
    throw new Failure(`--only: ${JSON.stringify(name)} is none; it takes ${cases.map((one) => one.name).join(', ')}`);
  }
  return cases.filter((one) => names.some((name) => has(name, one)));
}

function packageFolder(folder) {
  if (folder === undefined) return undefined;
  if (!existsSync(join(folder, 'package.json'))) throw new Failure(`--package: ${folder} holds no package.json`);
  return resolve(folder);
}
