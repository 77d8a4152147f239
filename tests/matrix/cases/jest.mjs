// jest #11011, wasm-bindgen #3066: Jest has no import.meta, and its jsdom no TextEncoder.

import { Failed } from '../run/outcome.mjs';
import { toolBin, toolVersion } from '../run/places.mjs';
import { suite, TESTS } from '../run/suites.mjs';

const required = `const { IdleWheel } = require('idlewheel');\n${suite('jest')}`;
const imported = `import { jest } from '@jest/globals';\nimport { IdleWheel } from 'idlewheel';\n${suite('jest')}`;

const KINDS = {
  node: { what: 'CommonJS, environment node', file: ['wheel.test.js', required] },
  jsdom: { what: 'CommonJS, environment jsdom', file: ['wheel.test.js', required], environment: 'jsdom' },
  esm: {
    what: 'ES modules (`--experimental-vm-modules`), environment node',
    file: ['wheel.test.mjs', imported],
    flags: ['--experimental-vm-modules', '--no-warnings'],
  },
};

export default Object.entries(KINDS).map(([kind, { what, file, environment = 'node', flags = [] }]) => ({
  name: `jest-${kind}`,
  tool: 'Jest',
  what,
  quick: true,
  version: () => toolVersion('jest'),
  prepare(project) {
    project.write(...file);
  },
  async run(project) {
    // In one process, and without looking for a file watcher.
    const own = ['--runInBand', '--watchman=false', '--cacheDirectory', project.path('cache')];
    const which = ['--rootDir', project.folder, '--env', environment];
    const { numPassedTests } = JSON.parse(await project.node(...flags, toolBin('jest'), '--json', ...own, ...which));
    if (numPassedTests !== TESTS) throw new Failed(`${numPassedTests} of ${TESTS} tests passed`);
  },
}));
