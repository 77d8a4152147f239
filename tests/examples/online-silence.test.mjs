// Silence takes a user offline, and nothing else does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { online, startServer } from './online.mjs';

test('who falls silent goes offline, who beats does not', async (t) => {
  const server = await startServer(t, '--timeout', '3', '--tick', '0.1');
  const ada = await server.connect('ada');
  const bob = await server.connect('bob');
  const offline = server.printed('bob offline (silent for 3 s)');
  let silent = false;
  offline.then(
    () => {
      silent = true;
    },
    () => {},
  );
  while (!silent) {
    await ada.beat();
    await Promise.race([sleep(100), offline]);
  }
  assert.deepEqual(await online(server), ['ada']);
  const told = await ada.messages.until('word of bob', ({ type }) => type === 'offline');
  assert.equal(told.name, 'bob');
  await bob.messages.until('word to bob himself, whose socket is open', ({ type }) => type === 'offline');
  assert.deepEqual(server.lines.items.slice(1), ['ada online', 'bob online', 'bob offline (silent for 3 s)']);
});

test('who was silent and beats again comes online again', async (t) => {
  const server = await startServer(t, '--timeout', '0.2', '--tick', '0.05');
  const ada = await server.connect('ada');
  await server.printed('ada offline (silent for 0.2 s)');
  assert.equal((await ada.beat()).type, 'online');
  assert.deepEqual(server.lines.items.slice(1, 4), ['ada online', 'ada offline (silent for 0.2 s)', 'ada online']);
});

test('a closed socket takes nobody offline: their silence does, a timeout later', async (t) => {
  const server = await startServer(t, '--timeout', '3', '--tick', '0.1');
  const before = performance.now();
  const carol = await server.connect('carol');
  await carol.close();
  assert.deepEqual(await online(server), ['carol']);
  await server.printed('carol offline (silent for 3 s)');
  // Never early, but for the millisecond by which host timers are.
  assert.ok(performance.now() - before > 2990);
});

test('coming back under the same name in time goes unnoticed', async (t) => {
  const server = await startServer(t);
  for (let reload = 0; reload < 3; reload++) {
    const dave = await server.connect('dave');
    assert.equal((await dave.beat()).type, 'beat');
    await dave.close();
  }
  await server.connect('marker');
  await server.printed('marker online');
  assert.deepEqual(server.lines.items.slice(1), ['dave online', 'marker online']);
});

test('a name with two sockets stays online while one of them beats', async (t) => {
  const server = await startServer(t, '--timeout', '1.5', '--tick', '0.1');
  const tab = await server.connect('ada');
  const otherTab = await server.connect('ada');
  await server.connect('marker');
  await otherTab.close();
  while (!server.lines.items.includes('marker offline (silent for 1.5 s)')) {
    await tab.beat();
    await sleep(50);
  }
  assert.deepEqual(await online(server), ['ada']);
});

test('everybody hears of a beat, of who comes, and the times that count', async (t) => {
  const server = await startServer(t);
  const watcher = await server.connect();
  assert.deepEqual(watcher.hello, { type: 'hello', timeoutMs: 30_000, tickMs: 1000, beatMs: 10_000, online: [], ignored: 0 });
  const ada = await server.connect('ada');
  await ada.beat();
  await watcher.messages.until('beat', ({ type }) => type === 'beat');
  assert.deepEqual(watcher.messages.items.slice(1), [
    { type: 'online', name: 'ada', ignored: 0 },
    { type: 'beat', name: 'ada', ignored: 0 },
  ]);
  const { hello } = await server.connect();
  const [[name, left]] = hello.online;
  assert.equal(name, 'ada');
  assert.ok(left > 0 && left <= 31_000);
});

test('with a short timeout pages are told to beat three times in it', async (t) => {
  const server = await startServer(t, '--timeout', '1.2', '--tick', '.1');
  const { hello } = await server.connect();
  assert.equal(hello.timeoutMs, 1200);
  assert.equal(hello.tickMs, 100);
  assert.equal(hello.beatMs, 400);
});
