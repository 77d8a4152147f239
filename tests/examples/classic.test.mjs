// The classic example prints what its README says, and ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { within } from './record.mjs';

const examples = new URL('../../examples/', import.meta.url);

test('classic prints what its README says, and ends by itself', async (t) => {
  const readme = readFileSync(new URL('README.md', examples), 'utf8');
  const [, block] = readme.match(/```\n([^`]+)```/);
  const promised = block.replace(/^ +/gm, '');
  assert.match(promised, /^tick \d+: /);
  const child = spawn(process.execPath, [fileURLToPath(new URL('classic/classic.mjs', examples)), '--tick', '0.01']);
  t.after(() => child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }
  const [code] = await within(once(child, 'close'), 'end of the example');
  assert.equal(code, 0);
  assert.equal(printed, promised);
});
