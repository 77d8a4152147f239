// The API reference that `npm run docs:api` makes, and what it refuses to make one of.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { root } from './package.mjs';

const js = join(root, 'js');
/** Each entry of the package that has types of its own: as users import it, and the file. */
const entries = readdirSync(js, { recursive: true })
  .filter((path) => /^([^/]+\/)?api\.d\.ts$/.test(path))
  .map((path) => ({ specifier: join('idlewheel', dirname(path)), file: join(js, path) }));

test('each exported name has a page, and each member of it a section', (t) => {
  const { out, ...made } = docsApi(t);
  assert.equal(made.status, 0, made.said);
  const pages = readdirSync(out, { recursive: true }).filter((path) => path.endsWith('.html'));
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts'],
      types: [],
      paths: { idlewheel: [join(js, 'api.d.ts')] },
    },
  );
  const checker = program.getTypeChecker();
  const names = entries.flatMap(({ specifier, file }) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).map((symbol) => ({ specifier, symbol })),
  );
  const missing = names.flatMap(({ specifier, symbol }) => {
    const name = `${specifier}.${symbol.name}`;
    const page = pages.find((path) => path.endsWith(`/${name.replaceAll('/', '_')}.html`));
    if (!page) return [name];
    const html = readFileSync(join(out, page), 'utf8');
    return membersOf(symbol)
      .filter((member) => !html.includes(`id="${member.toLowerCase()}"`))
      .map((member) => `${name}.${member}`);
  });
  assert.deepEqual(missing, []);
  // What is looked for above: had it found no names, nothing would be missing.
  for (const name of ['IdleWheel', 'WheelOptions', 'Uid', 'init'])
    assert.ok(
      names.some(({ symbol }) => symbol.name === name),
      name,
    );
  assert.ok(membersOf(names.find(({ symbol }) => symbol.name === 'IdleWheel').symbol).includes('touchMany'));
});

test('a name without a comment and a link that leads nowhere are named, and no reference is made', (t) => {
  const types = copyOfTypes(t);
  edit(join(types, 'api.d.ts'), /^ *\/\*\* Touches each;.*\n/m, '');
  edit(join(types, 'api.d.ts'), '{@link WheelOptions.timeout}', '{@link WheelOptions.timeuot}');
  const { status, said, out } = docsApi(t, '--types', types);
  assert.equal(status, 1);
  assert.match(said, /IdleWheel\.touchMany .*does not have any documentation/);
  assert.match(said, /Failed to resolve link to "WheelOptions\.timeuot"/);
  assert.match(said, /^the API reference is not made: see above$/m);
  assert.ok(!existsSync(out));
});

test('types that do not compile are an error', (t) => {
  const types = copyOfTypes(t);
  edit(join(types, 'api.d.ts'), 'touchMany(uids: readonly Uid[])', 'touchMany(uids: readonly Uuid[])');
  const { status, said } = docsApi(t, '--types', types);
  assert.equal(status, 1);
  assert.match(said, /Cannot find name 'Uuid'/);
});

test('a new entry is in the reference by having an api.d.ts, and what it imports is linked', (t) => {
  const types = copyOfTypes(t);
  mkdirSync(join(types, 'of-a-test'));
  const imported = "/** Of a test. @packageDocumentation */\n\nimport type { Uid } from 'idlewheel';\n";
  writeFileSync(join(types, 'of-a-test/api.d.ts'), `${imported}/** Says so. */\nexport function says(uid: Uid): void;\n`);
  const { status, said, out } = docsApi(t, '--types', types);
  assert.equal(status, 0, said);
  assert.match(said, /, of idlewheel, idlewheel\/of-a-test$/m);
  assert.match(readFileSync(join(out, 'functions/idlewheel_of-a-test.says.html'), 'utf8'), /href="\.\.\/types\/idlewheel\.Uid\.html"/);
});

test('what is exported without being meant to be is named', (t) => {
  const types = copyOfTypes(t);
  writeFileSync(join(types, 'api.d.ts'), 'type Inner = string;\n/** A name. */\nexport type Outer = Inner;\n');
  const { status, said } = docsApi(t, '--types', types);
  assert.equal(status, 1);
  assert.match(said, /api\.d\.ts exports Inner too: add the line `export \{\};`/);
});

/** The members that a name is documented with: of a class or an interface, those that have names. */
function membersOf({ members }) {
  return [...(members?.values() ?? [])]
    .filter(
      ({ flags, name }) => flags & (ts.SymbolFlags.Property | ts.SymbolFlags.Method | ts.SymbolFlags.Accessor) && !name.startsWith('__'),
    )
    .map(({ name }) => name);
}

function docsApi(t, ...args) {
  const out = join(temporary(t), 'out');
  const { status, stdout, stderr } = spawnSync('node', ['tools/api.mjs', '--out', out, ...args], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr, out };
}

function copyOfTypes(t) {
  const folder = temporary(t);
  cpSync(join(js, 'api.d.ts'), join(folder, 'api.d.ts'));
  return folder;
}

/** In the project: typedoc asks nothing of others' files. */
function temporary(t) {
  mkdirSync(join(root, 'build/tests'), { recursive: true });
  const folder = mkdtempSync(join(root, 'build/tests/api-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function edit(file, from, to) {
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(from, to);
  assert.notEqual(edited, text, `${from} is not in ${file}`);
  writeFileSync(file, edited);
}
