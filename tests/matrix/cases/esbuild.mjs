// esbuild #3114: no loader for .wasm. A plain bundle does.

import { expectLines } from '../run/outcome.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported, required } from '../run/program.mjs';

const FORMATS = {
  esm: { what: 'ES module for Node', source: ['main.mjs', imported()], built: 'out.mjs', platform: 'node' },
  cjs: { what: 'CommonJS for Node, from `require`', source: ['main.cjs', required()], built: 'out.cjs', platform: 'node' },
  iife: { what: 'classic script', source: ['main.mjs', imported()], built: 'out.cjs', platform: 'browser' },
};

export default Object.entries(FORMATS).map(([format, { what, source, built, platform }]) => ({
  name: `esbuild-${format}`,
  tool: 'esbuild',
  what: `${what}, minified, moved to an empty folder`,
  quick: true,
  version: () => toolVersion('esbuild'),
  async prepare(project) {
    const { build } = await toolModule('esbuild');
    const entry = project.write(...source);
    await build({ entryPoints: [entry], outfile: project.path(built), bundle: true, minify: true, format, platform, logLevel: 'silent' });
  },
  async run(project) {
    expectLines(await project.runMoved(built), EXPIRED);
  },
}));
