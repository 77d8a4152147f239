// docs/guarantees.md as its test reads it: tables whose last column names tests, and what test files call theirs.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './package.mjs';

const RULE = /^\|(?: *:?-+:? *\|)+$/;

/** Each row of a table, with the table's head and the tests that the last cell names. */
export function rows(page) {
  const lines = page.split('\n');
  const found = [];
  let head = [];
  lines.forEach((line, i) => {
    if (!line.startsWith('|') || RULE.test(line)) return;
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (RULE.test(lines[i + 1] ?? '')) head = cells;
    else found.push({ line: i + 1, head, cells, tests: cells.at(-1).split('<br>').flatMap(named) });
  });
  return found;
}

/** `[name](path): *title* · *title*`, or the path alone for what has no titles. */
function named(group) {
  const [, path, titles] = group.match(/^\[[^\]]+\]\(\.\.\/([^)]+)\)(?:: (.+))?$/) ?? [];
  if (path === undefined) return { path: group };
  if (titles === undefined) return { path };
  return titles.split(' · ').map((title) => ({ path, title: title.replace(/^([*`])(.*)\1$/, '$2') }));
}

/** Undefined: there is no such file. */
export function textOf(path) {
  const file = statSync(join(root, path), { throwIfNoEntry: false });
  return file?.isFile() ? readFileSync(join(root, path), 'utf8') : undefined;
}

/** What a file calls its tests; `…` where a template has a value. */
export function titlesIn(path, text) {
  if (path.endsWith('.rs')) return [...text.matchAll(/#\[test\]\s+(?:#\[[^\]]*\]\s+)*fn (\w+)\(/g)].map(([, name]) => name);
  const calls = text.matchAll(/\btest\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g);
  return [...calls].map(([, single, double, template]) => plain(single ?? double ?? template.replace(/\$\{[^}]*\}/g, '…')));
}

const plain = (text) => text.replace(/\\(.)/g, '$1');
