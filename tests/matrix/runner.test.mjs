// What the matrix makes of how its cases end, and how it is called.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allCases } from './run/cases.mjs';
import { expectError, expectLines, NotRun } from './run/outcome.mjs';
import { toolFolder } from './run/places.mjs';
import { run, serve } from './run/process.mjs';
import { outcome } from './run/run.mjs';
import { table } from './run/table.mjs';

const matrix = (...args) =>
  spawnSync(process.execPath, [fileURLToPath(new URL('run.mjs', import.meta.url)), ...args], { encoding: 'utf8' });
const node = (script) => run(process.execPath, ['-e', script]);

test('each case has a name of its own', () => {
  const names = allCases.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});

test('a case that throws failed, and one whose tool is missing was not run', async () => {
  const ends = async (run) => {
    const { outcome: how, reason } = await outcome(run);
    return [how, reason];
  };
  assert.deepEqual(await ends(() => {}), ['passed', undefined]);
  assert.deepEqual(await ends(() => assert.fail('no')), ['failed', 'no']);
  assert.deepEqual(await ends(() => toolFolder('no-such-tool')), ['not run', 'no-such-tool is not installed here']);
});

test('nothing but the expected lines is success', () => {
  expectLines('expired ada 1\n', 'expired ada 1');
  for (const text of ['', 'expired ada 2', 'expired ada 1\nexpired ada 1', 'a warning\nexpired ada 1']) {
    assert.throws(() => expectLines(text, 'expired ada 1'), /^Error: expected "expired ada 1", saw "/);
  }
});

test('an error has to begin as expected, and to have all parts', () => {
  expectError('ENGINE: status 404 at x', 'ENGINE: ', 'x', '404');
  assert.throws(() => expectError('x: ENGINE: 404', 'ENGINE: ', '404'), /saw "x: ENGINE: 404"/);
  assert.throws(() => expectError('ENGINE: 404', 'ENGINE: ', '404', 'x'), /expected "ENGINE: " with "404" with "x"/);
});

test('a program that fails is a failure with its output, and one that is not there was not run', async () => {
  assert.equal(await node('console.error("aside"); console.log("said")'), 'said\n');
  await assert.rejects(node('console.error("why"); process.exitCode = 3'), /failed \(exit code 3\): "why"$/);
  await assert.rejects(run('no-such-program', []), NotRun);
});

test('a server that ends before it is ready is a failure', async () => {
  await assert.rejects(serve(process.execPath, ['-e', 'console.log("no")'], /port (\d+)/), /ended before it was ready: "no"$/);
  const server = await serve(process.execPath, ['-e', 'console.log("port 7"); setInterval(() => {}, 1000)'], /port (\d+)/);
  assert.equal(server.captured, '7');
  await server.end();
});

test('the table names hosts of one outcome together, and why others failed', () => {
  const one = { tool: 'Tool', version: () => '1.0', what: 'a page' };
  const two = { tool: 'Other', version: () => toolFolder('no-such-tool'), what: 'a program', passes: 'an error' };
  const text = table([
    { case: one, host: 'chromium', outcome: 'passed' },
    { case: one, host: 'firefox', outcome: 'failed', reason: 'this | that\nand more' },
    { case: one, host: 'webkit', outcome: 'passed' },
    { case: two, outcome: 'not run', reason: 'missing' },
    { case: { ...two, version: undefined }, outcome: 'passed' },
  ]);
  assert.deepEqual(text.split('\n').slice(2), [
    '| Tool | 1.0 | a page | Chromium, WebKitGTK: runs; Firefox: **fails**: this \\| that |',
    '| Other |  | a program | not run: missing |',
    '| Other |  | a program | an error |',
  ]);
});

test('--list names all cases', () => {
  const { status, stdout } = matrix('--list');
  assert.equal(status, 0);
  for (const { name } of allCases) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
});

test('--help says what can be asked for', () => {
  const { status, stdout } = matrix('--help');
  assert.equal(status, 0);
  for (const option of ['--quick', '--only', '--package', '--write', '--list']) assert.ok(stdout.includes(option), option);
});

for (const [args, message] of [
  [['--only', 'esbuild,nonsense'], /^--only: "nonsense" is none; it takes node-import, /],
  [['--quick', '--only', 'next'], /^--only: "next" is none/],
  [['--quick', '--write'], /^--write is for all cases/],
  [['--package', 'no-such-folder'], /^--package: no-such-folder holds no package\.json/],
  [['--fast'], /'--fast'/],
]) {
  test(`${args.join(' ')} is refused, and the message names the option`, () => {
    const { status, stdout, stderr } = matrix(...args);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /^ +at /m);
  });
}
