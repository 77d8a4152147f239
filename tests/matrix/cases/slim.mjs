import { browsers, expectExpiry, said } from '../run/browser.mjs';
import { expectError } from '../run/outcome.mjs';
import { moduleScript, writePage } from '../run/page.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { watch } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';
import { webpackBuild } from '../run/webpack.mjs';

const WASM = 'node_modules/idlewheel/idlewheel.wasm';
const load = "import { IdleWheel, IdleWheelError, init } from './node_modules/idlewheel/slim.js';\n";
/** Not awaited by the module itself: not every browser tells of a module that fails so. */
const expiry = (source) => `init(${source})
  .then(() => {
    ${watch({ say: 'say' })}
  })
  .catch((error) => say(\`error: \${error}\`));
`;
const loads = (source) => `${load}${expiry(source)}`;
const refused = (source) => `${load}await init(${source}).then(
  () => say('no error'),
  (error) => say(error instanceof IdleWheelError ? \`IdleWheelError \${error.code}: \${error.message}\` : String(error)),
);
`;

const inPage = (name, what, program, run, passes) => ({
  name: `slim-${name}`,
  tool: 'browser',
  what: `\`idlewheel/slim\` in a page, ${what}`,
  passes,
  hosts: browsers,
  prepare(project) {
    project.write('main.js', program);
    project.write('page.html', '<!doctype html><title>Not here</title>');
    writePage(project, moduleScript('./main.js'));
  },
  run,
});

const NAMED = 'an `ENGINE` error that names status and address';
const expires = (options) => (project, browser) => whileServed(project.folder, options, (url) => expectExpiry(browser, url));

/** The message has both: what the server answered, and where that was. */
const names = (status, path) => (project, browser) =>
  whileServed(project.folder, {}, async (url) => {
    const text = await said(browser, url);
    expectError(text, 'IdleWheelError ENGINE: ', `status ${status}`, `${url}${path}`);
  });

/** Built by a bundler for which the engine is an asset. */
const bundled = (tool, what, program, build) => ({
  name: `slim-${tool.toLowerCase()}`,
  tool,
  what,
  hosts: browsers,
  version: () => toolVersion(tool.toLowerCase()),
  async prepare(project) {
    project.write('main.mjs', `import { IdleWheel, init } from 'idlewheel/slim';\n${program}`);
    await build(project);
  },
  run: (project, browser) => whileServed(project.path('dist'), {}, (url) => expectExpiry(browser, url)),
});

const IMPORTED_URL = `import url from 'idlewheel/idlewheel.wasm?url';\n${expiry('url')}`;
const NEW_URL = expiry("new URL('idlewheel/idlewheel.wasm', import.meta.url)");

export default [
  inPage('url', '`init(new URL(…))`', loads(`new URL('./${WASM}', import.meta.url)`), expires()),
  inPage('fetch', '`init(fetch(…))`', loads(`fetch('./${WASM}')`), expires()),
  inPage('type', 'the engine served as text/plain', loads(`fetch('./${WASM}')`), expires({ types: { [`/${WASM}`]: 'text/plain' } })),
  inPage('404', 'the engine not found', refused("'./missing.wasm'"), names(404, 'missing.wasm'), NAMED),
  inPage('html', 'an HTML page in place of the engine', refused("'./page.html'"), names(200, 'page.html'), NAMED),
  bundled('Vite', '`idlewheel/slim`, and `idlewheel/idlewheel.wasm?url`, in a page', IMPORTED_URL, async (project) => {
    writePage(project, moduleScript('./main.mjs'));
    project.write('public/report.js', project.read('report.js'));
    const { build } = await toolModule('vite');
    await build({ root: project.folder, configFile: false, logLevel: 'silent' });
  }),
  bundled(
    'webpack',
    "`idlewheel/slim`, and `new URL('idlewheel/idlewheel.wasm', import.meta.url)`, in a page",
    NEW_URL,
    async (project) => {
      writePage(project, moduleScript('./main.js'), 'dist');
      await webpackBuild(project);
    },
  ),
];
