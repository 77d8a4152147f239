// w3c/webappsec-csp #443, h5wasm #105: a policy without 'wasm-unsafe-eval' is named by the error.

import { browsers, expectExpiry, said } from '../run/browser.mjs';
import { expectError } from '../run/outcome.mjs';
import { moduleScript, writePage } from '../run/page.mjs';
import { watch } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';

const policy = (scripts) => ({ headers: { 'content-security-policy': `default-src 'self'; script-src ${scripts}` } });
const load = "import { IdleWheel, IdleWheelError, init } from './node_modules/idlewheel/index.js';\n";

export default [
  {
    name: 'csp-allowed',
    tool: 'browser',
    what: "page with the Content-Security-Policy `script-src 'self' 'wasm-unsafe-eval'`",
    hosts: browsers,
    prepare(project) {
      project.write('main.js', `${load}${watch({ say: 'say' })}`);
      writePage(project, moduleScript('./main.js'));
    },
    run: (project, browser) => whileServed(project.folder, policy("'self' 'wasm-unsafe-eval'"), (url) => expectExpiry(browser, url)),
  },
  {
    name: 'csp-forbidden',
    tool: 'browser',
    what: "page with `script-src 'self'`, where WebAssembly is forbidden",
    passes: 'an `ENGINE` error that names the directive, from a first touch and from `init()`',
    hosts: browsers,
    prepare(project) {
      project.write('main.js', `${load}${FORBIDDEN}`);
      writePage(project, moduleScript('./main.js'));
    },
    async run(project, browser) {
      const text = await whileServed(project.folder, policy("'self'"), (url) => said(browser, url));
      const errors = JSON.parse(text);
      for (const error of errors) expectError(error, 'IdleWheelError ENGINE: ', "'wasm-unsafe-eval' in script-src");
    },
  },
];

const FORBIDDEN = `const show = (error) => (error instanceof IdleWheelError ? \`IdleWheelError \${error.code}: \${error.message}\` : String(error));
const errors = [];
try {
  new IdleWheel().touch('ada');
  errors.push('no error');
} catch (error) {
  errors.push(show(error));
}
errors.push(await init().then(() => 'no error', show));
say(JSON.stringify(errors));
`;
