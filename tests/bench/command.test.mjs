// `npm run bench`, as it is called.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allCases } from '../../bench/speed/cases/index.mjs';
import { sections, targets } from '../../bench/speed/page.mjs';
import { resultsOf } from '../../bench/speed/report.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

function bench(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bench/bench.mjs'), ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('--help says what can be asked for', () => {
  const { status, stdout } = bench('--help');
  assert.equal(status, 0);
  for (const option of ['--quick', '--only', '--peers', '--against', '--json', '--write', '--targets', '--chromium']) {
    assert.ok(stdout.includes(option), option);
  }
});

test('--list names all cases and peers', () => {
  const { status, stdout } = bench('--list');
  assert.equal(status, 0);
  for (const { name } of allCases) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  for (const name of ['ring', 'rival', 'ttlcache', 'undici', 'idlewheel', 'idlewheel-handle']) {
    assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  }
});

for (const [args, message] of [
  [['--only', 'touch,tuch'], /^--only: "tuch" is none; it takes touch, new, /],
  [['--peers', 'rings'], /^--peers: "rings" is none; it takes .*ring, /],
  [['--peers', 'against'], /^--peers: "against" is none/],
  [['--sizes', '1k,0'], /^--sizes: "0" is none; it takes numbers of uids/],
  [['--sizes', '11m'], /^--sizes: "11m" is none/],
  [['--kinds', 'fresh'], /^--kinds: "fresh" is none; it takes fresh-uuid, /],
  [['--rounds', '1.5'], /^--rounds is "1\.5"; it takes a whole number/],
  [['--ms', '0'], /^--ms is "0"; it takes a whole number/],
  [['--package', 'no-such-folder'], /^--package: no-such-folder holds no index\.js/],
  [['--quick', '--write'], /^--quick is .* not to be published with --write/],
  [['--fast'], /'--fast'/],
]) {
  test(`${args.join(' ')} is refused, and the message names the option`, () => {
    const { status, stdout, stderr } = bench(...args);
    assert.equal(status, 1);
    assert.equal(stdout, '');
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /^ +at /m);
  });
}

test('a tiny run of every case prints tables and writes JSON that tells nothing of where it ran', () => {
  const folder = mkdtempSync(join(tmpdir(), 'idlewheel-bench-'));
  try {
    const file = join(folder, 'speed.json');
    const peers = ['nothing', 'ring', 'refresh', 'node-cache', 'idlewheel', 'idlewheel-many', 'idlewheel-handle'];
    const kinds = ['fresh-uuid', 'kept-uuid'];
    const args = ['--rounds', '1', '--ms', '20', '--sizes', '500', '--kinds', kinds.join(), '--peers', peers.join(), '--json', file];
    const { status, stdout, stderr } = bench(...args);
    assert.equal(status, 0, stderr);
    const text = readFileSync(file, 'utf8');
    const report = JSON.parse(text);
    assert.deepEqual(new Set(report.results.map((result) => result.case)), new Set(allCases.map(({ name }) => name)));
    for (const { case: name, runs } of report.results) {
      const { metrics } = allCases.find((aCase) => aCase.name === name);
      assert.equal(runs.length, 1);
      assert.ok(Number.isFinite(runs[0][metrics[0].key]), `${name}: ${JSON.stringify(runs)}`);
    }
    for (const { name, about } of allCases) assert.ok(stdout.includes(`${name}: ${about}; `), name);
    assert.match(report.versions.idlewheel, /^\d+\.\d+\.\d+$/);
    for (const secret of [root, hostname(), '/home/', 'node_modules', 'registry']) assert.ok(!text.includes(secret), secret);
    assert.ok(sections(resultsOf(report), allCases).length >= allCases.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the tables of docs/speed.md are those of docs/speed.json', { skip: !existsSync(join(root, 'docs/speed.json')) }, () => {
  const results = resultsOf(JSON.parse(readFileSync(join(root, 'docs/speed.json'), 'utf8')));
  const page = readFileSync(join(root, 'docs/speed.md'), 'utf8');
  for (const section of [targets(results), ...sections(results, allCases)]) assert.ok(page.includes(section), section);
});
