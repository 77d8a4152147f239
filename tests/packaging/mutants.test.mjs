// How `npm run mutants` judges: each mutant that no test finds is explained, and each explanation is needed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { explanations, lastingNames, problems } from '../../tools/mutants/survivors.mjs';
import { root } from './package.mjs';

const given = ['src/a.rs:7:3: replace + with - in f', 'src/a.rs:7:9: replace + with - in f', 'src/b.rs:1:2: replace g -> u32 with 0'];
const names = lastingNames(given);
const [first, second, only] = names.values();

const judge = (summaries, explained) =>
  problems({ names, explained, outcomes: summaries.map((summary, at) => ({ name: given[at], summary })) });

test('a name knows no line, and those that are alike are numbered', () => {
  assert.deepEqual(
    [first, second, only],
    ['src/a.rs: replace + with - in f (1 of 2)', 'src/a.rs: replace + with - in f (2 of 2)', 'src/b.rs: replace g -> u32 with 0'],
  );
});

test('who is found, or never ends, or does not compile, needs no explanation', () => {
  assert.deepEqual(judge(['CaughtMutant', 'Timeout', 'Unviable'], []), []);
});

test('who is missed needs one', () => {
  assert.deepEqual(judge(['MissedMutant', 'MissedMutant', 'CaughtMutant'], [second]), [`no test finds ${first}  (src/a.rs:7:3)`]);
});

test('an explanation of one who is found, of one who is not there and of one twice are too many', () => {
  assert.deepEqual(judge(['CaughtMutant', 'MissedMutant'], [first, second, second, 'src/b.rs: another']), [
    `explained twice: ${second}`,
    'explained, and there is no such mutant: src/b.rs: another',
    `explained, and yet a test finds it: ${first}`,
  ]);
});

test('each line of docs/mutants.md that names a mutant is read', () => {
  const text = readFileSync(join(root, 'docs/mutants.md'), 'utf8');
  const lines = text.split('\n').filter((line) => line.includes('`src/') && line.startsWith('-'));
  assert.deepEqual(
    explanations(text),
    lines.map((line) => line.split('`')[1]),
  );
  assert.ok(lines.length > 0);
});
