// What `npm test` counts, and that it can't be content with nothing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countCargo, countNode } from '../../tools/test/count.mjs';
import { root } from './package.mjs';

// node:test would take a child for a part of this file otherwise.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

function runNode(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'idlewheel-runner-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const paths = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, `import { describe, it, test } from 'node:test';\n${text}`);
    return path;
  });
  const { stdout, status } = spawnSync('node', ['--test', '--test-reporter=spec', ...paths], { env, encoding: 'utf8' });
  return countNode(stdout, status === 0);
}

test('node:test: what passed and what failed, suites not counted', (t) => {
  const count = runNode(t, {
    'a.test.mjs': "describe('s', () => { it('1', () => {}); it('2', () => { throw new Error('no'); }); });",
    'b.test.mjs': "test('3', () => {});",
  });
  assert.deepEqual(count, { passed: 2, failed: 1, skipped: [] });
});

test('node:test: what was skipped is told, with the reason', (t) => {
  const count = runNode(t, {
    'a.test.mjs': "test('1', () => {}); test('2', (t) => t.skip('no such tool')); test('3', { skip: 'never' }, () => {});",
  });
  assert.deepEqual(count, { passed: 1, failed: 0, skipped: ['2: no such tool', '3: never'] });
});

test('node:test: a file without a test is a failure', (t) => {
  const { passed, failed, problem } = runNode(t, { 'a.test.mjs': "test('1', () => {});", 'empty.test.mjs': '' });
  assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
  assert.match(problem, /^no test in .+empty\.test\.mjs$/);
});

test('node:test: a file that breaks down is a failure', (t) => {
  const { passed, failed } = runNode(t, { 'a.test.mjs': "test('1', () => {}); process.exit(1);" });
  assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
});

test('cargo: the binaries are summed up', () => {
  const text = `running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
  assert.deepEqual(countCargo(text, false), { passed: 5, failed: 1 });
});

test('cargo: no test is a failure, and so is an exit code without one', () => {
  assert.deepEqual(countCargo('no tests to run!\n', true), { passed: 0, failed: 1, problem: 'no test ran' });
  const passing = 'test result: ok. 2 passed; 0 failed; 0 ignored\n';
  assert.deepEqual(countCargo(passing, false), { passed: 2, failed: 1, problem: 'the runner failed, though no test did' });
});

test('the last line sums up, and an unknown step is refused', () => {
  const run = (...args) => spawnSync('node', ['tools/test.mjs', ...args], { cwd: root, env, encoding: 'utf8' });
  const { stdout, status } = run('--only', 'lint');
  const [, failed] = stdout.match(/^\d+ passed, (\d+) failed\n$(?![\s\S])/m) ?? assert.fail(stdout);
  assert.equal(status, failed === '0' ? 0 : 1);
  assert.equal(stdout.match(/^\d+ passed, \d+ failed$/gm).length, 1);
  const refused = run('--only', 'lint,nonsense');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^unknown step nonsense: there are fmt, .+\n$/);
});
