import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { xtask } from '../../tools/project.mjs';
import { pkg, root } from './package.mjs';

const SOURCES = ['Cargo.toml', 'Cargo.lock', 'README.md', 'package.json', 'tsconfig.json', 'js', 'pkg-template', 'src', 'tools'];

test('another checkout, with another CARGO_HOME and nothing compiled yet, builds the same bytes', (t) => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'idlewheel-elsewhere-'));
  t.after(() => rmSync(elsewhere, { recursive: true, force: true }));
  // A blank in the path, because someone's has one.
  const checkout = join(elsewhere, 'a checkout');
  mkdirSync(checkout);
  for (const name of SOURCES) cpSync(join(root, name), join(checkout, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
  const cargoHome = join(elsewhere, 'cargo');
  mkdirSync(cargoHome);
  for (const name of ['registry', 'config.toml']) {
    const original = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), name);
    if (existsSync(original)) symlinkSync(original, join(cargoHome, name));
  }
  const out = join(elsewhere, 'out');
  execFileSync('node', ['tools/build.mjs', '--no-setup', '--out', out], {
    cwd: checkout,
    env: {
      ...process.env,
      CARGO_HOME: cargoHome,
      CARGO_TARGET_DIR: join(elsewhere, 'target'),
      CARGO_NET_OFFLINE: 'true',
      IDLEWHEEL_XTASK: xtask,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  assert.deepEqual(contents(out), contents(fileURLToPath(pkg)));
});

function contents(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((file) => `${relative(folder, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
}
