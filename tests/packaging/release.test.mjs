// What `npm run release` checks, what it says, and what it refuses to publish. The programs that it runs are stand-ins.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { version } from '../../tools/project.mjs';
import { contentProblems, listing } from '../../tools/release/contents.mjs';
import { provenanceProblems, publishArguments, repositoryProblems, tagOf } from '../../tools/release/publishing.mjs';
import { treeProblems } from '../../tools/release/tree.mjs';
import { versionProblems } from '../../tools/release/versions.mjs';
import { root } from './package.mjs';

const versions = (changes = {}) =>
  versionProblems({
    crate: '0.2.0',
    lock: '[[package]]\nname = "idlewheel"\nversion = "0.2.0"\n',
    changelog: '# Changelog\n\n## 0.2.0\n\n- A change.\n\n## 0.1.0\n\n- Another.\n',
    manifest: { version: '0.2.0' },
    ...changes,
  });

test('versions that agree are no problem', () => {
  assert.deepEqual(versions(), []);
  assert.deepEqual(versions({ changelog: '# Changelog\n\n## [0.2.0] - 2026-01-01\n- A change.\n' }), []);
  assert.deepEqual(versions({ manifest: undefined }), []);
});

for (const [name, changes, problem] of [
  ['the lock file', { lock: 'name = "idlewheel"\nversion = "0.1.0"\n' }, /^Cargo\.lock has version 0\.1\.0 .* Cargo\.toml 0\.2\.0: run `/],
  ['a lock file without the crate', { lock: '' }, /^Cargo\.lock has version none of the crate/],
  ['the package', { manifest: { version: '0.1.0' } }, /^the package has version 0\.1\.0 and Cargo\.toml 0\.2\.0: /],
  ['the changelog', { changelog: '## 0.1.0\n\n- A change.\n' }, /newest heading is 0\.1\.0 and .* 0\.2\.0: write `## 0\.2\.0`/],
  ['changes that are not released yet', { changelog: '## Unreleased\n\n- One.\n\n## 0.2.0\n\n- Two.\n' }, /newest heading is Unreleased /],
  ['a changelog without headings', { changelog: '# Changelog\n' }, /newest heading is none /],
  ['an entry that says nothing', { changelog: '## 0.2.0\n\n## 0.1.0\n\n- A change.\n' }, /says nothing under ## 0\.2\.0: write a line/],
]) {
  test(`versions that don't agree: ${name}`, () => {
    const problems = versions(changes);
    assert.equal(problems.length, 1);
    assert.match(problems[0], problem);
  });
}

test('a clean tree on main is no problem', () => {
  assert.deepEqual(treeProblems({ status: '', branch: 'main' }), []);
});

test('a tree that is not clean is named, file by file, up to ten', () => {
  assert.match(treeProblems({ status: ' M js/wheel.ts\n?? notes', branch: 'main' })[0], /\(js\/wheel\.ts, notes\): commit /);
  // `output` takes the blank off that the first line begins with.
  assert.match(treeProblems({ status: 'M js/wheel.ts', branch: 'main' })[0], /\(js\/wheel\.ts\): /);
  const many = Array.from({ length: 12 }, (_, i) => `?? file-${i}`).join('\n');
  assert.match(treeProblems({ status: many, branch: 'main' })[0], /file-9, and 2 more\): /);
});

test('another branch, none, and no repository', () => {
  assert.match(treeProblems({ status: '', branch: 'mine' })[0], /^the branch is mine, .*`git switch main`$/);
  assert.match(treeProblems({ status: '', branch: '' })[0], /^no branch is checked out, /);
  assert.match(treeProblems({ status: undefined, branch: undefined })[0], /^git says nothing/);
  assert.equal(treeProblems({ status: ' M a', branch: 'mine' }).length, 2);
});

const manifest = {
  main: './index.cjs',
  exports: {
    '.': { import: { types: './index.d.ts', default: './index.js' }, require: './index.cjs' },
    './package.json': './package.json',
  },
  files: ['index.js', 'index.cjs', '*.d.ts', 'slim'],
};
const packed = ['LICENSE', 'README.md', 'index.cjs', 'index.d.ts', 'index.js', 'package.json', 'slim/package.json'];

test('a tarball that holds what is promised, by name, by pattern and by folder, is no problem', () => {
  assert.deepEqual(contentProblems({ manifest, packed, made: packed }), []);
});

test('a file that is promised and not there, also where package.json leads to it', () => {
  const without = packed.filter((path) => path !== 'index.js');
  assert.deepEqual(
    contentProblems({ manifest, packed: without, made: without }).map((problem) => problem.split(',')[0]),
    ['`files` names index.js', 'package.json leads to index.js'],
  );
  const flat = packed.filter((path) => !path.startsWith('slim/'));
  assert.match(contentProblems({ manifest, packed: flat, made: flat })[0], /^`files` names slim, /);
});

test('a file that nobody promised, and one that was built in vain', () => {
  const more = [...packed, 'notes.txt'];
  assert.match(contentProblems({ manifest, packed: more, made: more })[0], /^notes\.txt is in the tarball and not in `files`: /);
  assert.match(contentProblems({ manifest, packed, made: more })[0], /^notes\.txt was built and is not in the tarball: /);
  // Names of files are no patterns: their dots are dots.
  const similar = [...packed, 'indexxjs'];
  assert.match(contentProblems({ manifest, packed: similar, made: similar })[0], /^indexxjs is in the tarball/);
  const deeper = [...packed, 'types/index.d.ts'];
  assert.match(contentProblems({ manifest, packed: deeper, made: deeper })[0], /^types\/index\.d\.ts is in the tarball/);
});

test('the contents are listed with their sizes, the biggest first', () => {
  const files = [
    { path: 'b', size: 7 },
    { path: 'c', size: 1234 },
    { path: 'a', size: 7 },
  ];
  assert.equal(listing(files), '  1234  c\n     7  a\n     7  b');
});

test('a release is the latest, and a pre-release goes by its own name', () => {
  assert.deepEqual(['1.2.3', '1.2.3+build-1', '1.0.0-beta.2', '1.0.0-rc1', '1.0.0-0'].map(tagOf), [
    'latest',
    'latest',
    'beta',
    'rc',
    'next',
  ]);
  assert.equal(publishArguments('1.2.3', 'x.tgz').join(' '), 'publish --provenance --access public x.tgz');
  assert.equal(publishArguments('1.2.3-rc.1', 'x.tgz').join(' '), 'publish --provenance --access public --tag rc x.tgz');
});

test('provenance comes from a CI that has OIDC, and from nowhere else', () => {
  assert.match(provenanceProblems({})[0], /^this is no CI with OIDC .*: publish from there$/);
  assert.match(provenanceProblems({ GITHUB_ACTIONS: 'true' })[0], /`permissions: id-token: write`$/);
  assert.deepEqual(provenanceProblems({ GITHUB_ACTIONS: 'true', ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example' }), []);
  assert.match(provenanceProblems({ GITLAB_CI: 'true' })[0], /SIGSTORE_ID_TOKEN/);
  assert.deepEqual(provenanceProblems({ GITLAB_CI: 'true', SIGSTORE_ID_TOKEN: 'a token' }), []);
});

test('the repository that package.json names is the one that is built', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'Someone/idlewheel' };
  assert.match(repositoryProblems({}, {})[0], /^package\.json names no `repository`/);
  assert.deepEqual(repositoryProblems({ repository: 'https://git.example/someone/idlewheel' }, {}), []);
  assert.deepEqual(repositoryProblems({ repository: { type: 'git', url: 'git+https://git.example/someone/idlewheel.git' } }, env), []);
  assert.match(
    repositoryProblems({ repository: 'https://git.example/else/idlewheel' }, env)[0],
    /else\/idlewheel and this is .*Someone\/idlewheel/,
  );
});

const CI = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://git.example',
  GITHUB_REPOSITORY: 'someone/idlewheel',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example',
};

test('a dry run tests, builds, packs, and says what would be published and how', (t) => {
  const { status, said, asked, tarball } = release(t, ['--dry-run']);
  assert.equal(status, 0, said);
  assert.match(said, new RegExp(`^${tarball}: 100 bytes, 300 unpacked, 2 files\n {2}200 {2}package\\.json\n {2}100 {2}index\\.js\n`, 'm'));
  assert.match(
    said,
    new RegExp(`name +idlewheel\n +version +${version()}\n +tag +latest\n +access +public\n +provenance +yes\nby\n +npm publish `),
  );
  assert.match(said, new RegExp(`^ +npm publish --provenance --access public ${tarball}$`, 'm'));
  assert.match(said, /^--publish would be refused: this is no CI with OIDC/m);
  assert.match(said, /Nothing was published: this was a dry run\. It found no problem\.\n$/);
  assert.doesNotMatch(said, /NOT TESTED/);
  assert.deepEqual(
    asked.map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['git status', 'git branch', 'npm test', 'node tools/setup.mjs', 'node tools/build.mjs', 'npm pack'],
  );
});

test('a dry run without tests says so, before all else and at the end', (t) => {
  const { status, said, asked } = release(t, ['--dry-run', '--skip-tests']);
  assert.equal(status, 0, said);
  assert.match(said, /^NOT TESTED: .*\n/);
  assert.match(said, /\nNOT TESTED: .*\n\nNothing was published/);
  assert.ok(!asked.includes('npm test'));
});

test('all problems are listed at once', (t) => {
  const { status, said } = release(t, ['--dry-run'], { branch: 'mine', status: '?? notes', tests: 1, made: ['index.js', 'notes.txt'] });
  assert.equal(status, 1);
  assert.match(
    said,
    /\n4 problems, and nothing was published:\n- the branch is mine.*\n- the tree is not clean.*\n- `npm test` failed.*\n- notes\.txt was built.*\n$/,
  );
});

test('a build that fails is a problem beside the others', (t) => {
  const { status, said } = release(t, ['--dry-run'], { branch: 'mine', build: 1 });
  assert.equal(status, 1);
  assert.match(said, /\n2 problems, .*\n- the branch is mine.*\n- the package can't be built.*\n$/);
});

test('outside of a CI with OIDC nothing is run and nothing published', (t) => {
  const { status, said, asked } = release(t, ['--publish']);
  assert.equal(status, 1);
  assert.match(said, /^One problem, and nothing was published:\n- this is no CI with OIDC .*\n$/m);
  assert.deepEqual(asked, []);
});

test('in a CI with OIDC it is published with provenance, after all the checks', (t) => {
  const { status, said, asked, tarball } = release(t, ['--publish'], { env: CI });
  assert.equal(status, 0, said);
  assert.ok(asked.includes('npm test'));
  assert.equal(asked.at(-1), `npm publish --provenance --access public ${tarball}`);
});

test('what is not right is not published', (t) => {
  for (const wrong of [{ tests: 1 }, { status: '?? notes' }, { branch: 'mine' }, { build: 1 }, { repository: '' }]) {
    const { status, said, asked } = release(t, ['--publish'], { env: CI, ...wrong });
    assert.equal(status, 1);
    assert.match(said, /\nOne problem, and nothing was published:\n- .+\n$/);
    assert.ok(!asked.some((line) => line.startsWith('npm publish')), JSON.stringify(wrong));
  }
});

for (const [args, problem] of [
  [[], /^say --dry-run, .* or --publish/],
  [['--dry-run', '--publish'], /^say --dry-run, .* or --publish/],
  [['--publish', '--skip-tests'], /^--skip-tests is for --dry-run: nothing is published that was not tested$/m],
  [['--dry-run', '--out', '.'], /^\. exists, and --out takes a folder that does not yet$/m],
]) {
  test(`release ${args.join(' ')}: refused, and nothing is run`, (t) => {
    const { status, said, asked } = release(t, args, { out: false, env: CI });
    assert.equal(status, 1);
    assert.match(said, problem);
    assert.deepEqual(asked, []);
  });
}

test('--help says what there is', (t) => {
  const { status, said } = release(t, ['--help'], { out: false });
  assert.equal(status, 0);
  for (const word of ['--dry-run', '--publish', '--skip-tests', '--out', 'provenance']) assert.ok(said.includes(word), word);
});

/** Runs it with a git, an npm and a node that do as they are told, and write down what they were asked. */
function release(
  t,
  args,
  {
    branch = 'main',
    status: tree = '',
    tests = 0,
    build = 0,
    made = ['index.js'],
    repository = 'https://git.example/someone/idlewheel',
    env,
    out = true,
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'idlewheel-release-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync('/bin/sh', join(programs, 'sh'));
  const asked = join(folder, 'asked');
  writeFileSync(asked, '');
  writeFileSync(
    join(folder, 'manifest'),
    JSON.stringify({ name: 'idlewheel', version: version(), repository, main: './index.js', files: ['index.js'] }),
  );
  const files = [
    { path: 'index.js', size: 100 },
    { path: 'package.json', size: 200 },
  ];
  writeFileSync(join(folder, 'listed'), JSON.stringify([{ filename: 'idlewheel.tgz', files, size: 100, unpackedSize: 300 }]));
  const answers = {
    git: `case "$1" in status) echo '${tree}';; branch) echo '${branch}';; esac`,
    npm: `case "$1" in test) exit ${tests};; pack) /bin/cat '${folder}/listed';; esac`,
    node: `[ "$1" = tools/build.mjs ] || exit 0
      [ ${build} = 0 ] || exit ${build}
      /bin/mkdir -p "$4" && /bin/cp '${folder}/manifest' "$4/package.json"
      for name in ${made.join(' ')}; do echo > "$4/$name"; done`,
  };
  for (const [name, text] of Object.entries(answers)) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "${name} $*" >> '${asked}'\n${text}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tools/release.mjs', ...args, ...(out ? ['--out', join(folder, 'out')] : [])],
    {
      cwd: root,
      env: { PATH: programs, ...env },
      encoding: 'utf8',
    },
  );
  const said = stdout + stderr;
  return { status, said, asked: readFileSync(asked, 'utf8').split('\n').filter(Boolean), tarball: said.match(/\S*idlewheel\.tgz/)?.[0] };
}
