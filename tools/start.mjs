// `npm start -- ARGUMENTS`: sets up and builds what is missing, then becomes examples/online.

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { run, script } from './exec.mjs';
import { upToDate } from './fresh.mjs';
import { link } from './pack.mjs';
import { inRoot } from './project.mjs';
import { setup } from './setup.mjs';

const server = inRoot('examples/online/server.mjs');

script(async () => {
  const asksForHelp = process.argv.includes('--help') && existsSync(inRoot('node_modules/idlewheel/package.json'));
  if (!asksForHelp) {
    setup('start');
    if (!upToDate()) {
      console.log('building the package (about a minute the first time)');
      run('node', ['tools/build.mjs', '--no-setup']);
    }
    link();
  }
  // In this process: Ctrl-C and other signals reach the server itself, and its exit code is ours.
  process.argv[1] = server;
  await import(pathToFileURL(server).href);
});
