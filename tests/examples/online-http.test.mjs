// What the server serves, and to whom.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { startServer } from './online.mjs';

/** As it is: fetch() would tidy the path. */
async function get(url, path, method = 'GET') {
  const { port } = new URL(url);
  const asked = request({ host: '127.0.0.1', port, path, method }).end();
  const [response] = await once(asked, 'response');
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += chunk;
  return { status: response.statusCode, type: response.headers['content-type'], headers: response.headers, body };
}

test('it serves the page and the built package, and nothing else', async (t) => {
  const { url } = await startServer(t);
  const page = await get(url, '/?name=ada');
  assert.equal(page.status, 200);
  assert.equal(page.type, 'text/html; charset=utf-8');
  assert.match(page.headers['content-security-policy'], /script-src 'self' 'wasm-unsafe-eval';/);
  for (const [, path] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) assert.equal((await get(url, `/${path}`)).status, 200, path);
  const bundle = await get(url, '/idlewheel/index.js');
  assert.equal(bundle.type, 'text/javascript; charset=utf-8');
  assert.equal(bundle.body, readFileSync(new URL('../../pkg/index.js', import.meta.url), 'utf8'));
  for (const path of [
    '/server.mjs',
    '/../server.mjs',
    '/%2e%2e/server.mjs',
    '/page/',
    '/page.js/',
    '//page.js',
    '/idlewheel/',
    '/idlewheel/../page.js',
    '/toString',
    '/%',
  ]) {
    assert.equal((await get(url, path)).status, 404, path);
  }
  assert.equal((await get(url, '/', 'POST')).status, 405);
  const head = await get(url, '/', 'HEAD');
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
});

test('the page needs nothing from elsewhere', async (t) => {
  const { url } = await startServer(t);
  const { body } = await get(url, '/');
  assert.doesNotMatch(body, /(?:src|href)="(?:\w+:|\/\/)/);
});

test('a WebSocket is for its own page, or for no page', async (t) => {
  const { url } = await startServer(t);
  const own = url.slice(0, -1);
  for (const [what, path, headers, answer] of [
    ['its own page', 'presence', { origin: own }, 'opened'],
    ['no page', 'presence', {}, 'opened'],
    ['the page of another site', 'presence', { origin: 'http://example.com' }, 401],
    ['the page of another port', 'presence', { origin: 'http://127.0.0.1:1' }, 401],
    ['a page of no site', 'presence', { origin: 'null' }, 401],
    ['another path', 'other', { origin: own }, 400],
  ]) {
    await t.test(what, async () => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
      t.after(() => socket.terminate());
      const answered = await Promise.race([
        once(socket, 'open').then(() => 'opened'),
        once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode),
      ]);
      assert.equal(answered, answer);
    });
  }
});
