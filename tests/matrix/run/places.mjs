// Where the matrix keeps its things.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NotRun } from './outcome.mjs';

export const matrix = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** Has packages of its own, which are too large for every `npm test`. */
export const large = join(matrix, 'large');

/** The folder of an installed tool, if it is. */
export function toolFolder(name) {
  const found = [matrix, large].map((place) => join(place, 'node_modules', name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new NotRun(`${name} is not installed here`);
  return found;
}

export function toolVersion(name) {
  return manifest(name).version;
}

/** The script or program that a tool is started with. */
export function toolBin(name, bin = name) {
  const { bin: bins } = manifest(name);
  return join(toolFolder(name), typeof bins === 'string' ? bins : bins[bin]);
}

const manifest = (name) => JSON.parse(readFileSync(join(toolFolder(name), 'package.json'), 'utf8'));

/** Imports a tool, which may not be installed when the cases are listed. */
export function toolModule(name) {
  toolFolder(name);
  return import(name);
}
