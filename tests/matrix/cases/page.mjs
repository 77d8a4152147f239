import { browsers, expectExpiry } from '../run/browser.mjs';
import { classicScript, moduleScript, writePage } from '../run/page.mjs';
import { toolModule } from '../run/places.mjs';
import { imported, watch } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';

const IN_PAGE = {
  tool: 'browser',
  hosts: browsers,
  run: (project, browser) => whileServed(project.folder, {}, (url) => expectExpiry(browser, url)),
};

export default [
  {
    ...IN_PAGE,
    name: 'page-module',
    what: '`<script type="module">` that imports `./node_modules/idlewheel/index.js` from a static server',
    prepare(project) {
      project.write('main.js', `import { IdleWheel } from './node_modules/idlewheel/index.js';\n${watch({ say: 'say' })}`);
      writePage(project, moduleScript('./main.js'));
    },
  },
  {
    ...IN_PAGE,
    name: 'page-import-map',
    what: '`<script type="module">` with an import map, from a static server',
    prepare(project) {
      project.write('main.js', imported({ say: 'say' }));
      const map = { imports: { idlewheel: './node_modules/idlewheel/index.js' } };
      writePage(project, `<script type="importmap">${JSON.stringify(map)}</script>${moduleScript('./main.js')}`);
    },
  },
  {
    ...IN_PAGE,
    name: 'page-classic',
    what: 'classic `<script>`, bundled by esbuild as IIFE',
    async prepare(project) {
      const { build } = await toolModule('esbuild');
      const entry = project.write('main.mjs', imported({ say: 'say' }));
      await build({
        entryPoints: [entry],
        outfile: project.path('main.js'),
        bundle: true,
        minify: true,
        format: 'iife',
        logLevel: 'silent',
      });
      writePage(project, classicScript('./main.js'));
    },
  },
];
