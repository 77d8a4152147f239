// The page's script in one piece: the cases and peers that exist in browsers.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Of Node alone, and never loaded in a page. */
const NODE_ONLY = ['node:*', 'node-cache', 'undici/*'];

export async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.mjs', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: NODE_ONLY,
    plugins: [withoutNodeOnlyCases],
  });
  return outputFiles[0].text;
}

/** A page can't import `node:` modules, not even without using them: so cases that do are empty there. */
const withoutNodeOnlyCases = {
  name: 'without-node-only-cases',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'node-only' }));
    onLoad({ filter: /./, namespace: 'node-only' }, () => ({
      contents: 'export const PerformanceObserver = undefined, monitorEventLoopDelay = undefined, setTimeout = undefined;',
    }));
  },
};
