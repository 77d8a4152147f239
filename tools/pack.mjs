// The npm package, put together from the engine, js/ and pkg-template/.

import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { toDigits } from './digits.mjs';
import { engineWasm } from './engine.mjs';
import { Failure } from './exec.mjs';
import { inRoot, root, version } from './project.mjs';

/** Entries with a folder of their own, here and in the package. */
const FURTHER = ['presence', 'browser', 'ws'];

const EXTENSION = { esm: '.js', cjs: '.cjs' };

/** An entry's engine is that of js/source/: inlined as text, none at all, or imported as hosts do that compile no bytes. */
const engineFrom = (source, suffix = '') => ({
  name: 'engine-source',
  setup(build) {
    build.onResolve({ filter: /\/source\/inlined\.ts$/ }, ({ resolveDir }) => ({ path: join(resolveDir, `source/${source}.ts`) }));
    build.onResolve({ filter: /\/idlewheel\.wasm$/ }, ({ path }) => ({ path: `${path}${suffix}`, external: true }));
  },
});

/** A further entry's wheel is that of the package's own entry, which it finds beside it. */
const wheelFrom = (file) => ({
  name: 'wheel',
  setup(build) {
    build.onResolve({ filter: /^idlewheel$/ }, () => ({ path: `../${file}`, external: true }));
  },
});

// Hosts that compile no bytes. workerd takes a file's own name; the bundlers of edge runtimes want to be told that a module is wanted.
const MODULES = { workerd: '', 'edge-light': '?module' };

/** What each file of JavaScript is made from. */
const BUNDLES = [
  ...Object.keys(EXTENSION).flatMap((format) => [
    { format, file: `index${EXTENSION[format]}` },
    { format, file: `slim${EXTENSION[format]}`, plugins: [engineFrom('none')] },
  ]),
  ...Object.entries(MODULES).map(([name, suffix]) => ({ format: 'esm', file: `${name}.js`, plugins: [engineFrom('module', suffix)] })),
  ...FURTHER.flatMap((name) => [
    ...Object.entries(EXTENSION).map(([format, extension]) => further(name, format, 'index', `index${extension}`)),
    ...Object.keys(MODULES).map((host) => further(name, 'esm', host, `${host}.js`)),
  ]),
];

function further(name, format, file, wheel) {
  return { format, file: `${name}/${file}${EXTENSION[format]}`, from: `js/${name}/index.ts`, plugins: [wheelFrom(wheel)] };
}

export async function pack(out) {
  // Made beside the old one and put in its place when it is complete: no stale file stays, and a failed build changes nothing.
  mkdirSync(dirname(out), { recursive: true });
  const fresh = mkdtempSync(`${out}.new-`);
  try {
    for (const { format, file, from = 'js/index.ts', plugins = [inlineWasm] } of BUNDLES) {
      await bundle(format, join(fresh, file), { entryPoints: [from], plugins });
    }
    for (const [from, to] of [
      [inRoot('js/api.d.ts'), 'index.d.ts'],
      [inRoot('js/api.d.ts'), 'index.d.cts'],
      [inRoot('js/slim.d.ts'), 'slim.d.ts'],
      [inRoot('js/slim.d.cts'), 'slim.d.cts'],
      [inRoot('pkg-template/slim.json'), 'slim/package.json'],
      ...FURTHER.flatMap((name) => ['.d.ts', '.d.cts'].map((extension) => [inRoot('js', name, 'api.d.ts'), `${name}/index${extension}`])),
      [engineWasm, 'idlewheel.wasm'],
      [inRoot('README.md'), 'README.md'],
      [inRoot('pkg-template/LICENSE'), 'LICENSE'],
    ]) {
      if (!existsSync(from)) throw new Failure(`${relative(root, from)} is missing: the package needs it as ${to}`);
      mkdirSync(dirname(join(fresh, to)), { recursive: true });
      cpSync(from, join(fresh, to));
    }
    const template = JSON.parse(readFileSync(inRoot('pkg-template/package.json'), 'utf8'));
    writeFileSync(join(fresh, 'package.json'), `${JSON.stringify({ ...template, version: version() }, null, 2)}\n`);
    // mkdtemp's own mode is for its owner alone.
    chmodSync(fresh, 0o755);
    rmSync(out, { recursive: true, force: true });
    renameSync(fresh, out);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export const inlineWasm = {
  name: 'inline-wasm',
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, ({ path }) => ({ contents: toDigits(readFileSync(path)), loader: 'text' }));
  },
};

export async function bundle(format, outfile, options = {}) {
  const esbuild = await import('esbuild');
  await esbuild
    .build({
      absWorkingDir: root,
      entryPoints: ['js/index.ts'],
      bundle: true,
      minify: true,
      format,
      outfile,
      platform: 'neutral',
      target: 'es2022',
      charset: 'utf8',
      define: { VERSION: JSON.stringify(version()) },
      plugins: [inlineWasm],
      logLevel: 'warning',
      ...options,
    })
    .catch((error) => {
      throw new Failure(`esbuild can't bundle ${options.entryPoints ?? 'js/index.ts'}: ${error.errors.length} errors, see above`);
    });
}

/** Lets tests and examples `import 'idlewheel'` as users do. */
export function link() {
  const path = inRoot('node_modules/idlewheel');
  rmSync(path, { recursive: true, force: true });
  symlinkSync('../pkg', path, 'dir');
}
