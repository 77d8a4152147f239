// workerd #3345, hash-wasm #58: Workers compile no bytes, and import the engine as a module.

import { expectError, expectLines } from '../run/outcome.mjs';
import { toolBin, toolModule, toolVersion } from '../run/places.mjs';
import { serve } from '../run/process.mjs';
import { EXPIRED, PROMISE } from '../run/program.mjs';

const SOURCE = `import { IdleWheel } from 'idlewheel';
export default {
  async fetch() {
    try {
      return new Response(await ${PROMISE});
    } catch (error) {
      return new Response(\`\${error.name} \${error.code}: \${error.message}\`);
    }
  },
};
`;

/** As wrangler bundles: one ES module, beside it the WebAssembly modules that it imports. */
async function bundle(project, conditions) {
  const { build } = await toolModule('esbuild');
  const entry = project.write('main.mjs', SOURCE);
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: project.folder,
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    conditions,
    loader: { '.wasm': 'copy' },
    metafile: true,
    logLevel: 'silent',
  });
  const files = Object.keys(metafile.outputs).map((path) => path.replace('dist/', ''));
  const modules = files.sort((a) => (a === 'main.js' ? -1 : 1)).map((file) => moduleOf(file));
  project.write('dist/config.capnp', config(modules));
}

const moduleOf = (file) => `(name = "${file}", ${file.endsWith('.wasm') ? 'wasm' : 'esModule'} = embed "${file}")`;

const config = (modules) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const main :Workerd.Worker = (compatibilityDate = "2026-01-01", modules = [${modules.join(', ')}]);
`;

async function answer(project) {
  const args = ['serve', project.path('dist/config.capnp'), '--control-fd=1'];
  const server = await serve(toolBin('workerd'), args, /"socket":"http","port":(\d+)/, { cwd: project.folder });
  try {
    const response = await fetch(`http://127.0.0.1:${server.captured}/`, { signal: AbortSignal.timeout(60_000) });
    return await response.text();
  } finally {
    await server.end();
  }
}

const version = () => toolVersion('workerd');

export default [
  {
    name: 'workerd',
    tool: 'workerd',
    what: 'a Worker, bundled as wrangler does, with the condition `workerd`',
    quick: true,
    version,
    prepare: (project) => bundle(project, ['workerd', 'worker', 'browser']),
    async run(project) {
      expectLines(await answer(project), EXPIRED);
    },
  },
  {
    name: 'workerd-inlined',
    tool: 'workerd',
    what: 'a Worker, bundled without its condition `workerd`',
    passes: 'an `ENGINE` error that names the condition',
    quick: true,
    version,
    prepare: (project) => bundle(project, []),
    async run(project) {
      expectError(await answer(project), 'IdleWheelError ENGINE: ', '`workerd`');
    },
  },
];
