// Which builds of idlewheel are measured: that of this checkout or of `--package`, and that of `--against` beside it.

import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Failure } from '../../tools/exec.mjs';

const PKG = fileURLToPath(new URL('../../pkg', import.meta.url));

export function buildsOf({ packageDir = PKG, against }) {
  const builds = [build('idlewheel', 'idlewheel', packageDir, '--package')];
  // A table is for others too: it names the folder, and not where that is.
  if (against !== undefined) builds.push(build('against', `idlewheel (${basename(resolve(against))})`, against, '--against'));
  return builds;
}

function build(name, title, folder, option) {
  const file = resolve(folder, 'index.js');
  if (!existsSync(file))
    throw new Failure(`${option}: ${folder} holds no index.js; it takes a folder like pkg/, as \`npm run build\` makes it`);
  return { name, title, folder: resolve(folder), load: () => import(pathToFileURL(file).href) };
}
