import { Failed } from '../run/outcome.mjs';
import { toolBin, toolVersion } from '../run/places.mjs';
import { suite, TESTS } from '../run/suites.mjs';

export default ['node', 'jsdom'].map((environment) => ({
  name: `vitest-${environment}`,
  tool: 'Vitest',
  what: `environment ${environment}`,
  quick: true,
  version: () => toolVersion('vitest'),
  prepare(project) {
    project.write('wheel.test.js', `import { expect, test, vi } from 'vitest';\nimport { IdleWheel } from 'idlewheel';\n${suite('vi')}`);
  },
  async run(project) {
    const args = ['run', '--root', project.folder, '--environment', environment, '--reporter', 'json', '--pool', 'threads'];
    const { numPassedTests } = JSON.parse(await project.node(toolBin('vitest'), ...args));
    if (numPassedTests !== TESTS) throw new Failed(`${numPassedTests} of ${TESTS} tests passed`);
  },
}));
