// A static server, as plain as any.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** `headers` go with every answer; `types` are by path, before those by the name's ending. */
export async function serveFolder(folder, { headers = {}, types = {} } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname.replace(/\/$/, '/index.html');
    const body = await readFile(join(folder, path)).catch(() => undefined);
    const type = types[path] ?? TYPES[extname(path)] ?? 'application/octet-stream';
    if (body === undefined) response.writeHead(404, { ...headers, 'content-type': 'text/html' }).end('<!doctype html>Not found');
    else response.writeHead(200, { ...headers, 'content-type': type }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    async end() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Serves a folder while `use` runs with its address. */
export async function whileServed(folder, options, use) {
  const server = await serveFolder(folder, options);
  try {
    return await use(server.url);
  } finally {
    await server.end();
  }
}
