// vite #8427, #15929; automerge #1037: the development server loses the .wasm, or the build emits it twice. There is no file to lose.

import { browsers, expectExpiry } from '../run/browser.mjs';
import { expectLines } from '../run/outcome.mjs';
import { moduleScript, writePage } from '../run/page.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';

const version = () => toolVersion('vite');
const plain = (project) => ({ root: project.folder, configFile: false, logLevel: 'silent' });

function writeSite(project) {
  project.write('main.js', imported({ say: 'say' }));
  writePage(project, moduleScript('./main.js'));
  // Not bundled: it is no module, and Vite takes such a file as it is from there.
  project.write('public/report.js', project.read('report.js'));
}

export default [
  {
    name: 'vite-ssr',
    tool: 'Vite',
    what: '`vite build --ssr`, dependencies bundled, moved to an empty folder',
    quick: true,
    version,
    async prepare(project) {
      const { build } = await toolModule('vite');
      const ssr = project.write('main.mjs', imported());
      await build({ ...plain(project), build: { ssr }, ssr: { noExternal: true } });
    },
    async run(project) {
      expectLines(await project.runMoved('dist', { entry: 'main.mjs' }), EXPIRED);
    },
  },
  {
    name: 'vite-build',
    tool: 'Vite',
    what: '`vite build`, in a page',
    hosts: browsers,
    version,
    async prepare(project) {
      writeSite(project);
      const { build } = await toolModule('vite');
      await build(plain(project));
    },
    run: (project, browser) => whileServed(project.path('dist'), {}, (url) => expectExpiry(browser, url)),
  },
  {
    name: 'vite-dev',
    tool: 'Vite',
    what: '`vite`, the development server, in a page',
    hosts: browsers,
    version,
    prepare: writeSite,
    async run(project, browser) {
      const { createServer } = await toolModule('vite');
      const server = await createServer({ ...plain(project), server: { host: '127.0.0.1', port: 0 } });
      try {
        await server.listen();
        await expectExpiry(browser, `http://127.0.0.1:${server.httpServer.address().port}/`);
      } finally {
        await server.close();
      }
    },
  },
];
