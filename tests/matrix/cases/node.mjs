import { nodePrograms } from '../run/node.mjs';
import { expectLines } from '../run/outcome.mjs';
import { EXPIRED } from '../run/program.mjs';

const version = () => process.versions.node;

export default Object.entries(nodePrograms).map(([name, { what, files, entry, lines = [EXPIRED] }]) => ({
  name: `node-${name}`,
  tool: 'Node',
  what,
  quick: true,
  version,
  prepare(project) {
    for (const [file, text] of Object.entries(files)) project.write(file, text);
  },
  async run(project) {
    expectLines(await project.node(entry), ...lines);
  },
}));
