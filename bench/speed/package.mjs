// Builds pkg/, where that is missing or old.

import { run } from '../../tools/exec.mjs';
import { upToDate } from '../../tools/fresh.mjs';
import { setup } from '../../tools/setup.mjs';

export function buildPackage() {
  if (upToDate()) return;
  setup('build');
  console.error('building the package (about a minute the first time)');
  run('node', ['tools/build.mjs', '--no-setup']);
}
