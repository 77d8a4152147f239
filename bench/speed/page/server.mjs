// Serves the page, and takes its answer.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const HEADERS = {
  // With these a page's `performance.now()` goes by 5 µs instead of 100.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cache-control': 'no-store',
};
const HTML = '<!doctype html><meta charset="utf-8"><title>idlewheel bench</title><script type="module" src="/main.js"></script>';

/** `folders`: from the name of a build to where it is. `answer()` waits for the next page's. */
export async function serve(script, folders) {
  let answered;
  const files = new Map([
    ['/', ['text/html', HTML]],
    ['/main.js', ['text/javascript', script]],
    ...Object.entries(folders).map(([name, folder]) => [`/${name}/index.js`, ['text/javascript', readFileSync(join(folder, 'index.js'))]]),
  ]);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    if (request.method === 'POST' && pathname === '/result') {
      const body = await request.toArray();
      response.writeHead(204, HEADERS).end();
      answered?.(JSON.parse(Buffer.concat(body).toString()));
      return;
    }
    const [type, content] = files.get(pathname) ?? [];
    if (content === undefined) response.writeHead(404, HEADERS).end();
    else response.writeHead(200, { ...HEADERS, 'content-type': type }).end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    answer: () =>
      new Promise((resolve) => {
        answered = resolve;
      }),
    end: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
