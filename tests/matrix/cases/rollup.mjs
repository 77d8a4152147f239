import { expectLines } from '../run/outcome.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported } from '../run/program.mjs';

export default {
  name: 'rollup',
  tool: 'Rollup',
  what: 'ES module, with @rollup/plugin-node-resolve, moved to an empty folder',
  quick: true,
  version: () => toolVersion('rollup'),
  async prepare(project) {
    const { rollup } = await toolModule('rollup');
    const { nodeResolve } = await toolModule('@rollup/plugin-node-resolve');
    const bundle = await rollup({ input: project.write('main.mjs', imported()), plugins: [nodeResolve()] });
    await bundle.write({ file: project.path('out.mjs') });
    await bundle.close();
  },
  async run(project) {
    expectLines(await project.runMoved('out.mjs'), EXPIRED);
  },
};
