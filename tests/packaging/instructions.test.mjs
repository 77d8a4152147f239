// How `npm run bench:instructions` reads callgrind's output, and how it judges.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instructions } from '../../bench/instructions/callgrind.mjs';
import { judge, table } from '../../bench/instructions/judge.mjs';

const OUTPUT = `positions: line
events: Ir
summary: 160

ob=/lib/libc.so.6
fn=memcmp
80 20
81 30

ob=/bench/instructions
fn=touch
0 70
cob=/lib/libc.so.6
cfn=memcmp
calls=5 80
0 50
0 40

totals: 160
`;

test('what a callee took is counted once, where it was taken', () => {
  assert.deepEqual(instructions(OUTPUT, '/bench/instructions'), { own: 110, library: 50 });
});

test('output that does not add up, or knows nothing of the program, is refused', () => {
  assert.throws(() => instructions(OUTPUT.replace('totals: 160', 'totals: 161'), '/bench/instructions'), /counted 161/);
  assert.throws(() => instructions(OUTPUT, '/bench/another'), /counted 160/);
});

test('more than 2 % are too many, and as many less are told', () => {
  const recorded = { same: 100, 'a little more': 100, more: 100, less: 100, gone: 1 };
  const counted = { same: 100, 'a little more': 102, more: 102.01, less: 97.99, unknown: 1 };
  assert.deepEqual(judge(recorded, counted), { grew: ['more'], shrank: ['less'], unknown: ['unknown'], gone: ['gone'] });
});

test('the table has a line for each path, recorded or not', () => {
  assert.equal(
    table({ touch: 200 }, { touch: 190, find: 12 }, { touch: 16, find: 0 }),
    `per operation   instructions   recorded   change   C library
touch                 190.00     200.00   -5.0 %       16.00
find                   12.00          –        –        0.00`,
  );
});
