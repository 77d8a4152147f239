import { browsers, expectExpiry } from '../run/browser.mjs';
import { expectLines } from '../run/outcome.mjs';
import { classicScript, writePage } from '../run/page.mjs';
import { toolVersion } from '../run/places.mjs';
import { EXPIRED, imported } from '../run/program.mjs';
import { whileServed } from '../run/static.mjs';
import { webpackBuild } from '../run/webpack.mjs';

const version = () => toolVersion('webpack');

export default [
  {
    name: 'webpack-node',
    tool: 'webpack',
    what: 'production, for Node, moved to an empty folder',
    quick: true,
    version,
    async prepare(project) {
      project.write('main.mjs', imported());
      await webpackBuild(project, { target: 'node', output: { path: project.path('dist'), filename: 'main.cjs' } });
    },
    async run(project) {
      expectLines(await project.runMoved('dist', { entry: 'main.cjs' }), EXPIRED);
    },
  },
  {
    name: 'webpack-web',
    tool: 'webpack',
    what: 'production, in a page',
    hosts: browsers,
    version,
    async prepare(project) {
      project.write('main.mjs', imported({ say: 'say' }));
      writePage(project, classicScript('./main.js'), 'dist');
      await webpackBuild(project);
    },
    run: (project, browser) => whileServed(project.path('dist'), {}, (url) => expectExpiry(browser, url)),
  },
];
