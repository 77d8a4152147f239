// deno #26373: asks for permission to read. It runs with none.

import { expectLines } from '../run/outcome.mjs';
import { toolBin, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported } from '../run/program.mjs';

export default {
  name: 'deno',
  tool: 'Deno',
  what: '`deno run`, without permissions',
  quick: true,
  version: () => toolVersion('deno'),
  prepare(project) {
    project.write('main.mjs', imported());
  },
  async run(project) {
    const env = { DENO_DIR: project.path('cache') };
    expectLines(await project.run(process.execPath, [toolBin('deno'), 'run', '--no-prompt', '--no-lock', 'main.mjs'], { env }), EXPIRED);
  },
};
