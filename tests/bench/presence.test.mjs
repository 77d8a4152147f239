// `npm run bench:presence`, as it is called.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../bench/presence.mjs', import.meta.url));
const bench = (...args) => spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });

test('a short run prints what beats and touches take', () => {
  const { status, stdout, stderr } = bench('--rounds', '1', '--seconds', '1');
  assert.equal(status, 0, stderr);
  for (const line of [
    /^a touch of a kept uuid +\d+ ns$/m,
    /^a beat +\d+ ns, \d+\.\d\d of a touch$/m,
    /^beats beyond touches +-?\d+\.\d % of a core$/m,
  ]) {
    assert.match(stdout, line);
  }
});

test('--rounds 0 is refused, and the message names the option', () => {
  const { status, stderr } = bench('--rounds', '0');
  assert.equal(status, 1);
  assert.match(stderr, /^--rounds is "0"; it takes a whole number, 1 or more/);
});
