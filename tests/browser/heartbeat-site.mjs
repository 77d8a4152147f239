// A site whose pages beat, and what its server has heard of them.

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const pkg = new URL('../../pkg/', import.meta.url);

// `?tab=` starts a heartbeat that tells the server its name; `?quiet` starts none; `&nolocks` is a browser without them, `&name=` another heartbeat.
const PAGE = `<!doctype html>
<meta charset="utf-8">
<script>
  window.listeners = new Map();
  for (const [method, step] of [['addEventListener', 1], ['removeEventListener', -1]]) {
    const original = EventTarget.prototype[method];
    EventTarget.prototype[method] = function (type, ...rest) {
      if (this === window || this === document) window.listeners.set(type, (window.listeners.get(type) ?? 0) + step);
      return original.call(this, type, ...rest);
    };
  }
  const query = new URLSearchParams(location.search);
  if (query.has('nolocks')) Object.defineProperty(navigator, 'locks', { value: undefined });
  window.seen = [];
</script>
<script type="module">
  import { activity, heartbeat } from '/pkg/browser/index.js';
  const tab = query.get('tab');
  const post = (path, body) => fetch(path, { method: 'POST', body: JSON.stringify(body), keepalive: true });
  window.start = (options) => heartbeat({
    send: (beat) => post('/beat', { tab, ...beat }),
    every: Number(query.get('every') ?? 200),
    leave: 'leave',
    name: query.get('name') ?? 'idlewheel',
    leaveBody: tab,
    ...options,
  });
  window.watch = (options) => activity({
    onIdle: () => window.seen.push('idle'),
    onActive: () => window.seen.push('active'),
    onActivity: () => window.seen.push('activity'),
    ...options,
  });
  if (tab !== null) window.stop = window.start();
  document.title = 'ready';
</script>
<p style="height: 300vh">${'A page. '.repeat(10)}</p>`;

/** Ends with the test. */
export async function openSite(t) {
  /** `{ at, path, tab, hidden, reason }`, in the order in which they came. */
  const heard = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://here');
    if (request.method === 'POST') {
      let body = '';
      for await (const chunk of request) body += chunk;
      heard.push({ at: performance.now(), path: pathname, ...(pathname === '/beat' ? JSON.parse(body) : { tab: body }) });
      response.writeHead(204).end();
    } else if (pathname.startsWith('/pkg/')) {
      const text = await readFile(new URL(pathname.slice(5), pkg));
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
    } else if (pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const url = `http://127.0.0.1:${server.address().port}/`;
  return {
    heard,
    url: (query) => `${url}?${query}`,
    leaves: () => heard.filter(({ path }) => path === '/leave').map(({ tab }) => tab),
    /** So many beats that come from now on and are wanted. */
    async beats(count, isWanted = () => true) {
      const from = heard.length;
      const wanted = () => heard.slice(from).filter((one) => one.path === '/beat' && isWanted(one));
      await until(
        () => wanted().length >= count,
        () => `${count} beats; since then it heard ${JSON.stringify(heard.slice(from))}`,
      );
      return wanted().slice(0, count);
    },
    until: (isSo, what) =>
      until(
        () => isSo(heard),
        () => `${what}; it heard ${JSON.stringify(heard)}`,
      ),
  };
}

async function until(isSo, what) {
  const deadline = performance.now() + 30_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`the server waited 30 s for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Opens a page in the window that commands go to, or in one of its own, whose handle is returned. */
export async function openTab(browser, url, { isNew = true } = {}) {
  if (isNew) await browser.switchTo(await browser.newWindow());
  await browser.open(url);
  await browser.until(() => document.title === 'ready');
  return browser.window();
}
