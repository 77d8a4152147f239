import { expectLines } from '../run/outcome.mjs';
import { toolModule, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported } from '../run/program.mjs';

export default {
  name: 'rolldown',
  tool: 'Rolldown',
  what: 'ES module, minified, moved to an empty folder',
  quick: true,
  version: () => toolVersion('rolldown'),
  async prepare(project) {
    const { build } = await toolModule('rolldown');
    const input = project.write('main.mjs', imported());
    await build({ input, output: { file: project.path('out.mjs'), minify: true }, logLevel: 'silent' });
  },
  async run(project) {
    expectLines(await project.runMoved('out.mjs'), EXPIRED);
  },
};
