// `npm run docs:api`: the HTML reference of the public types. `--help` says how.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Application, Converter, ReflectionKind, TypeDocReader } from 'typedoc';
import ts from 'typescript';
import { Failure, script } from './exec.mjs';
import { inRoot, root, version } from './project.mjs';

const USAGE = `usage: npm run docs:api -- [--out FOLDER] [--types FOLDER]

Makes build/api, the API reference, from the doc comments in js/api.d.ts and js/*/api.d.ts. A name without one is an error, and so is a
link that leads nowhere: typedoc.json has the rules.
  --out FOLDER    make it there instead
  --types FOLDER  take the types from there instead of js/; a folder of this project`;

script(async () => {
  const { values } = parseArgs({ options: { out: { type: 'string' }, types: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) return console.log(USAGE);
  const [out, folder] = [resolve(values.out ?? inRoot('build/api')), resolve(values.types ?? inRoot('js'))];
  const files = typesIn(folder);
  for (const file of files) assertExports(file);
  await document(folder, files, out);
  console.log(`made ${relative(process.cwd(), join(out, 'index.html'))}, of ${files.map((file) => specifier(folder, file)).join(', ')}`);
});

async function document(folder, files, out) {
  const options = { options: inRoot('typedoc.json'), entryPoints: files, customFooterHtml: `idlewheel ${version()}` };
  const app = await Application.bootstrap(options, [new TypeDocReader()]);
  // These files alone: what is wrong in the package's own code is for `npm run typecheck`.
  app.options.setCompilerOptions(files, compilerOptions(folder), undefined);
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.Module)) return;
    const [source] = context.getSymbolFromReflection(reflection).declarations;
    reflection.name = specifier(folder, source.fileName);
  });
  const project = await app.convert();
  if (project) app.validate(project);
  if (!project || app.logger.hasErrors() || app.logger.hasWarnings()) throw new Failure('the API reference is not made: see above');
  await app.generateDocs(project, out);
}

/** The folder's api.d.ts and those one folder down: an entry of the package each. */
function typesIn(folder) {
  // typedoc asks for comments in the project's own files alone, and knows them by its package.json.
  if (relative(root, folder).startsWith('..')) throw new Failure(`${folder} is outside of the project: copy it to build/, say`);
  if (!existsSync(folder)) throw new Failure(`${folder} is not there: --types takes a folder with an api.d.ts`);
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const found = ['', ...folders.map(({ name }) => name)].map((name) => join(folder, name, 'api.d.ts')).filter(existsSync);
  if (found.length === 0) throw new Failure(`${folder} has no api.d.ts, and no folder in it has one: there is nothing to document`);
  return found;
}

/** A declaration file exports every name in it, whatever `export` says, until it has a statement such as `export {}`. */
function assertExports(file) {
  const { statements } = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  if (statements.some((statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement))) return;
  const isExported = ({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const names = statements.filter((statement) => statement.name && !isExported(statement)).map(({ name }) => name.text);
  if (names.length > 0) throw new Failure(`${relative(root, file)} exports ${names.join(' and ')} too: add the line \`export {};\``);
}

/** What users write to import what a file declares. */
function specifier(folder, file) {
  const within = relative(folder, dirname(file));
  return within === '' ? 'idlewheel' : `idlewheel/${within}`;
}

function compilerOptions(folder) {
  const { config, error } = ts.readConfigFile(inRoot('tsconfig.json'), ts.sys.readFile);
  if (error) throw new Failure(`tsconfig.json can't be read: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  // Entries import each other as users do: what they mean is the sources, not a package that was built some time ago.
  const paths = { idlewheel: [join(folder, 'api.d.ts')], 'idlewheel/*': [join(folder, '*/api.d.ts')] };
  return { ...options, paths, skipLibCheck: false };
}
