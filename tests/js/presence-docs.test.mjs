// Every block of code in docs/presence.md runs, and does what the page says.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { runModule } from './child.mjs';
import { Mirror } from './presence-package.mjs';

/** Far beyond what any of them takes, on any machine. */
const LIMIT_MS = 120_000;

const doc = readFileSync(new URL('../../docs/presence.md', import.meta.url), 'utf8');
const blocks = [...doc.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }));
const [first, output, wsServer, page, httpServer] = blocks.map(({ text }) => text);

test('there are no blocks but those that are run here', () => {
  assert.deepEqual(
    blocks.map(({ language }) => language),
    ['js', 'text', 'js', 'js', 'js'],
  );
});

test('the first one prints what stands under it', async () => {
  const { stdout, stderr } = await runModule(first);
  assert.deepEqual([stdout, stderr], [output, '']);
});

test('the server and the page show each other who is here', { timeout: LIMIT_MS }, async (t) => {
  const { port } = await start(t, wsServer);
  const bob = await connect(t, `ws://127.0.0.1:${port}/?name=bob`);
  const mirror = new Mirror();
  bob.on('message', (data) => {
    const { snapshot, diff } = JSON.parse(data);
    if (snapshot) mirror.sync(snapshot);
    else assert.equal(mirror.apply(diff), true);
  });
  bob.send('snapshot');
  const setUp = `
    import { WebSocket } from 'ws';
    Object.assign(globalThis, { WebSocket, location: { host: '127.0.0.1:${port}' } });
  `;
  const { child, said } = run(t, `${setUp}${page}`);
  await said(/bob is here\nada is here\n/);
  await until(bob, () => mirror.has('ada'));
  assert.equal(mirror.get('ada').away, false);
  child.kill();
  // It went without a word: when its grace is over, it has left.
  await until(bob, () => !mirror.has('ada'));
  assert.equal(mirror.size, 1);
});

test('the server of heartbeats over HTTP knows who beats', { timeout: LIMIT_MS }, async (t) => {
  const { port } = await start(t, httpServer);
  const get = async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return [response.status, await response.text()];
  };
  const here = (...uids) => [200, JSON.stringify(uids.map((uid) => ({ uid, away: false, metas: [null] })))];
  assert.deepEqual(await get('/beat?name=ada&tab=1'), here('ada'));
  assert.deepEqual(await get('/beat?name=ada&tab=1'), here('ada'));
  assert.deepEqual(await get('/beat?name=bob'), here('ada', 'bob'));
  assert.deepEqual(await get('/leave?name=ada&tab=1'), here('bob'));
  assert.deepEqual(await get('/leave?name=ada&tab=1'), here('bob'));
  for (let tab = 2; tab <= 20; tab++) await get(`/beat?name=bob&tab=${tab}`);
  assert.deepEqual(await get('/beat?name=bob&tab=21'), [503, 'maxPerUid is 20, and as many are here']);
});

/** Ends a process with the one that started it, however that ends. */
const LEASH = "process.stdin.on('close', () => process.exit()).resume();\n";

/** A process of its own, and what it says. */
function run(t, source) {
  const here = new URL('.', import.meta.url);
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LEASH + source], {
    cwd: here,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  const said = async (pattern) => {
    while (!pattern.test(text)) text += (await once(child.stdout, 'data')).join('');
  };
  return { child, said };
}

/** A server from the page, on a port that is free. */
async function start(t, source) {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  assert.equal(source.split('8080').length, 2);
  run(t, source.replace('8080', port));
  while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  return { port };
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

async function connect(t, url) {
  const socket = new WebSocket(url);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

async function until(socket, condition) {
  while (!condition()) await once(socket, 'message');
}
