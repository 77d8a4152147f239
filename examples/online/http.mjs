// Serves the page, and the built package to it.

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAGE = new URL('page/', import.meta.url);

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

// All there is to ask for, so that no request can reach another file.
const files = new Map([
  ...readdirSync(PAGE).map((name) => [name === 'index.html' ? '/' : `/${name}`, fileURLToPath(new URL(name, PAGE))]),
  ['/idlewheel/index.js', fileURLToPath(import.meta.resolve('idlewheel'))],
]);

export function createPageServer() {
  return createServer(async ({ method, url, headers }, response) => {
    const answer = (status, text) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
    };
    if (method !== 'GET' && method !== 'HEAD') return answer(405, `${method} is not answered here`);
    const path = url.split('?')[0];
    const file = files.get(path);
    if (file === undefined) return answer(404, `nothing is at ${path}`);
    try {
      const body = await readFile(file);
      response.writeHead(200, {
        'content-type': TYPES[extname(file)],
        'content-length': body.length,
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
        // 'wasm-unsafe-eval' is what WebAssembly needs under a policy; older WebKits don't take 'self' for WebSockets.
        'content-security-policy': `default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws://${headers.host}`,
      });
      response.end(method === 'HEAD' ? undefined : body);
    } catch (error) {
      answer(500, `${path} can't be read: ${error.code}`);
    }
  });
}

/** Whether a WebSocket is asked for by this server's own page, or by no page at all. Other sites' pages get none. */
export function isFromHere({ origin, host }) {
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
