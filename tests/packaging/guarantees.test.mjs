// docs/guarantees.md names tests beside each promise, and beside each fault seen elsewhere. What it names is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rows, textOf, titlesIn } from './guarantees.mjs';

const page = textOf('docs/guarantees.md');

/** What a page names that is not there, row by row. */
function missing(page) {
  return rows(page).flatMap(({ line, tests }) =>
    tests.flatMap(({ path, title }) => {
      const text = textOf(path);
      if (text === undefined) return `line ${line}: no file ${path}`;
      return title === undefined || titlesIn(path, text).includes(title) ? [] : `line ${line}: no test "${title}" in ${path}`;
    }),
  );
}

test('each promise and each case names a test, and every test that is named exists', () => {
  assert.ok(rows(page).length > 100, `${rows(page).length} rows`);
  assert.deepEqual(missing(page), []);
});

test('the numbered promises are all there', () => {
  const numbers = rows(page).map(({ cells }) => Number(cells[0]));
  assert.deepEqual([...new Set(numbers.filter((number) => number > 0))], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('each fault seen elsewhere has its reference in a test file that is named for it', () => {
  const cases = rows(page).filter(({ head }) => head[0] === 'seen in');
  assert.ok(cases.length > 40, `${cases.length} cases`);
  const alone = cases.flatMap(({ line, cells, tests }) => {
    const texts = tests.map(({ path }) => textOf(path) ?? '').join();
    // Of "ttlcache #16, #17" the numbers, and of a name without one the name.
    const references = cells[0].split(/[,;] /).map((reference) => reference.split(' ').at(-1));
    return references.filter((reference) => !texts.includes(reference)).map((reference) => `line ${line}: ${reference}`);
  });
  assert.deepEqual(alone, []);
});

test('a page that names what is not there, or nothing, is found out', () => {
  const row = (cell) => `| | promised | held by |\n| --- | --- | --- |\n| 1 | something | ${cell} |`;
  const file = '[x](../tests/packaging/guarantees.test.mjs)';
  const title = 'the numbered promises are all there';
  assert.deepEqual(missing(row(`${file}: *${title}*`)), []);
  assert.deepEqual(missing(row(`${file}: *${title}* · *no such title*`)).length, 1);
  assert.deepEqual(missing(row(`${file}: *the numbered promises*`)).length, 1);
  assert.deepEqual(missing(row('[x](../tests/no-such-file.mjs)')).length, 1);
  assert.deepEqual(missing(row('')).length, 1);
});

test('what a file calls its tests is read as it is written there', () => {
  const text = [
    "test('plain', () => {});",
    'test("it\'s in quotes", () => {});',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template as a file has it
    '  test(`${a ? "x" : "y"}: with ${n} values`, () => {});',
    "test(\n  'on a line of its own',",
    "latest('no test', 'at all');",
  ].join('\n');
  assert.deepEqual(titlesIn('x.test.mjs', text), ['plain', "it's in quotes", '…: with … values', 'on a line of its own']);
  assert.deepEqual(titlesIn('x.rs', '#[test]\n#[ignore]\nfn a_claim() {}\nfn no_claim() {}'), ['a_claim']);
});
