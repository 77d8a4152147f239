import { expectLines } from '../run/outcome.mjs';
import { toolBin, toolVersion } from '../run/places.mjs';
import { EXPIRED, imported, required } from '../run/program.mjs';

const version = () => toolVersion('bun');
const bun = () => toolBin('bun');

export default [
  {
    name: 'bun-import',
    tool: 'Bun',
    what: '`bun run`, `import`',
    quick: true,
    version,
    prepare(project) {
      project.write('main.mjs', imported());
    },
    async run(project) {
      expectLines(await project.run(bun(), ['run', 'main.mjs']), EXPIRED);
    },
  },
  {
    name: 'bun-require',
    tool: 'Bun',
    what: '`bun run`, `require`',
    quick: true,
    version,
    prepare(project) {
      project.write('main.cjs', required());
    },
    async run(project) {
      expectLines(await project.run(bun(), ['run', 'main.cjs']), EXPIRED);
    },
  },
  {
    name: 'bun-build',
    tool: 'Bun',
    what: '`bun build`, moved to an empty folder',
    quick: true,
    version,
    async prepare(project) {
      project.write('main.mjs', imported());
      await project.run(bun(), ['build', 'main.mjs', '--target', 'bun', '--outfile', 'out.js']);
    },
    async run(project) {
      expectLines(await project.runMoved('out.js', { command: bun(), args: ['run'] }), EXPIRED);
    },
  },
];
