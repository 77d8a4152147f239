// The kinds of worker, each as a module and as a classic script: what the page and the worker have to say for it.

import { browsers, expectExpiry } from './browser.mjs';
import { moduleScript, writePage } from './page.mjs';
import { toolModule } from './places.mjs';
import { whileServed } from './static.mjs';

/** `worker` is the worker's program, which has IdleWheel; `page(options)` the page's, which starts ./worker.js. */
export function workerCases({ name, title, worker, page }) {
  return Object.entries(LOADED).map(([type, { what, write }]) => ({
    name: `${name}-${type}`,
    tool: 'browser',
    what: `${title}, ${what}`,
    hosts: browsers,
    async prepare(project) {
      await write(project, worker);
      project.write('main.js', page(`'./worker.js', { type: '${type}' }`));
      writePage(project, moduleScript('./main.js'));
    },
    run: (project, browser) => whileServed(project.folder, {}, (url) => expectExpiry(browser, url)),
  }));
}

const LOADED = {
  module: {
    what: 'module',
    write: (project, worker) => project.write('worker.js', `import { IdleWheel } from './node_modules/idlewheel/index.js';\n${worker}`),
  },
  classic: {
    what: 'classic script, bundled by esbuild as IIFE',
    async write(project, worker) {
      const { build } = await toolModule('esbuild');
      const entry = project.write('worker.mjs', `import { IdleWheel } from 'idlewheel';\n${worker}`);
      await build({ entryPoints: [entry], outfile: project.path('worker.js'), bundle: true, format: 'iife', logLevel: 'silent' });
    },
  },
};
