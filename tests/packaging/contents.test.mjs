import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeBin } from '../../tools/project.mjs';
import { entries, pkg, read, wasm } from './package.mjs';

const folder = fileURLToPath(pkg);
const run = (command, args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

test('exactly these files are published', () => {
  const [{ files }] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']));
  assert.deepEqual(
    files.map(({ path }) => path).sort(),
    [
      'LICENSE',
      'README.md',
      'edge-light.js',
      'idlewheel.wasm',
      'index.cjs',
      'index.d.cts',
      'index.d.ts',
      'index.js',
      'package.json',
      ...['browser', 'presence', 'ws'].flatMap((name) =>
        ['edge-light.js', 'index.cjs', 'index.d.cts', 'index.d.ts', 'index.js', 'workerd.js'].map((file) => `${name}/${file}`),
      ),
      'slim.cjs',
      'slim.d.cts',
      'slim.d.ts',
      'slim.js',
      'slim/package.json',
      'workerd.js',
    ].sort(),
  );
});

test('the package depends on nothing and runs nothing when it is installed', () => {
  const manifest = JSON.parse(read('package.json'));
  const unwanted = Object.keys(manifest).filter((key) => /dependencies|scripts/i.test(key));
  assert.deepEqual(unwanted, []);
});

for (const name of entries) {
  test(`the engine inside ${name} is idlewheel.wasm`, () => {
    const script = `
      const compiled = [];
      const Original = WebAssembly.Module;
      WebAssembly.Module = class extends Original { constructor(bytes) { super(bytes); compiled.push(Buffer.from(bytes)); } };
      (async () => {
        const { initSync } = ${name.endsWith('.cjs') ? 'require' : 'await import'}(process.argv[1]);
        initSync();
        process.stdout.write(Buffer.concat(compiled));
      })();`;
    const bytes = execFileSync('node', ['-e', script, join(folder, name)], { maxBuffer: 1e8, stdio: ['ignore', 'pipe', 'inherit'] });
    assert.ok(bytes.equals(wasm()), `it compiles ${bytes.length} bytes, and idlewheel.wasm has ${wasm().length}`);
  });
}

test('the types of both formats are the same', () => {
  assert.equal(read('index.d.cts'), read('index.d.ts'));
});

test('publint finds nothing', () => {
  run(nodeBin('publint'), ['--strict', folder]);
});

// tesseract-wasm #108: types don't resolve.
test('the types resolve in every mode', (t) => {
  const temporary = mkdtempSync(join(tmpdir(), 'idlewheel-pack-'));
  t.after(() => rmSync(temporary, { recursive: true, force: true }));
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', temporary]));
  // The .wasm has no types, as in every package that exports one.
  run(nodeBin('attw'), [join(temporary, filename), '--exclude-entrypoints', './idlewheel.wasm']);
});
