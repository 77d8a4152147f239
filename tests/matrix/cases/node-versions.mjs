import { join } from 'node:path';
import { nodePrograms } from '../run/node.mjs';
import { expectLines } from '../run/outcome.mjs';
import { toolFolder, toolVersion } from '../run/places.mjs';
import { EXPIRED } from '../run/program.mjs';

export default [18, 20, 22, 24, 26].map((major) => {
  const programs = Object.values(nodePrograms).filter(({ since = 0 }) => since <= major);
  return {
    name: `node${major}`,
    tool: 'Node',
    large: true,
    what: programs.map(({ what }) => what).join('; '),
    // Some of these packages have a `v` before it.
    version: () => toolVersion(`node${major}`).replace(/^v/, ''),
    async run(project) {
      const node = join(toolFolder(`node${major}`), 'bin/node');
      for (const { files, entry, lines = [EXPIRED] } of programs) {
        for (const [file, text] of Object.entries(files)) project.write(file, text);
        expectLines(await project.run(node, [entry]), ...lines);
      }
    },
  };
});
