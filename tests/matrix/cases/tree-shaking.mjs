// wasm-pack #972, geoarrow #1393: tree-shaking removes the initialisation. An unused import shakes to nothing, a used one runs.

import { expectLines, Failed } from '../run/outcome.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { webpackBuild } from '../run/webpack.mjs';

const SOURCE = "import { IdleWheel, init } from 'idlewheel';\nconsole.log('without it');\n";
/** For what a bundler itself adds. */
const MOST_BYTES = 200;

const BUNDLERS = {
  esbuild: async (project, { build }) => {
    await build({ entryPoints: [project.path('main.mjs')], outdir: project.path('dist'), bundle: true, format: 'esm', logLevel: 'silent' });
  },
  Rollup: async (project, { rollup }) => {
    const { nodeResolve } = await toolModule('@rollup/plugin-node-resolve');
    const bundle = await rollup({ input: project.path('main.mjs'), plugins: [nodeResolve()] });
    await bundle.write({ file: project.path('dist/main.js') });
  },
  Rolldown: async (project, { build }) => {
    await build({ input: project.path('main.mjs'), output: { file: project.path('dist/main.js') }, logLevel: 'silent' });
  },
  webpack: (project) => webpackBuild(project),
};

export default Object.entries(BUNDLERS).map(([tool, build]) => ({
  name: `tree-shaking-${tool.toLowerCase()}`,
  tool,
  what: 'an import of which nothing is used',
  passes: 'nothing of it is in the bundle',
  version: () => toolVersion(tool.toLowerCase()),
  async prepare(project) {
    project.write('main.mjs', SOURCE);
    await build(project, await toolModule(tool.toLowerCase()));
  },
  async run(project) {
    const { length } = project.read('dist/main.js');
    if (length > MOST_BYTES) throw new Failed(`the bundle has ${length} bytes, of at most ${MOST_BYTES}`);
    expectLines(await project.runMoved('dist/main.js', { args: ['--input-type=module'] }), 'without it');
  },
}));
