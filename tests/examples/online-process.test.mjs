// The server as a program: its arguments, its port, its end.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { runServer, startServer } from './online.mjs';

test('--help says what can be set', async (t) => {
  const { code, stdout, stderr } = await runServer(t, '--help').ended();
  assert.equal(code, 0);
  assert.equal(stderr, '');
  assert.match(stdout[0], /^usage: npm start -- /);
  for (const option of ['--port N', '--timeout SECONDS', '--tick SECONDS']) assert.ok(stdout.join('\n').includes(option));
});

test('bad arguments: their sentence, exit code 1', async (t) => {
  const { code, stdout, stderr } = await runServer(t, '--port', 'http').ended();
  assert.equal(code, 1);
  assert.deepEqual(stdout, []);
  assert.equal(stderr, '--port http is no port: it takes a whole number from 0 to 65535\n');
});

test('a port in use: one sentence that names it, exit code 1', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address();
  const { code, stdout, stderr } = await runServer(t, '--port', `${port}`).ended();
  assert.equal(code, 1);
  assert.deepEqual(stdout, []);
  assert.equal(stderr, `port ${port} is in use: end the program that uses it, or give another --port\n`);
});

test('--port is where it listens, and its address is the first line', async (t) => {
  const first = await startServer(t);
  const { port } = new URL(first.url);
  first.kill('SIGINT');
  await first.ended();
  const second = await startServer(t, '--port', port);
  assert.equal(second.url, `http://127.0.0.1:${port}/`);
  assert.equal(second.lines.items[0], second.url);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  test(`${signal} ends it cleanly, with pages open and users online`, async (t) => {
    const server = await startServer(t);
    const clients = [await server.connect('ada'), await server.connect('bob'), await server.connect()];
    server.kill(signal);
    const { code, signal: endedBy, stderr, stdout } = await server.ended();
    assert.deepEqual({ code, endedBy, stderr }, { code: 0, endedBy: null, stderr: '' });
    for (const client of clients) assert.equal(await client.closed(), 1001);
    assert.deepEqual(stdout.slice(1), ['ada online', 'bob online', 'ended; malformed messages ignored: 0']);
  });
}

test('a page that does not answer does not keep it from ending, nor does half a request', async (t) => {
  const server = await startServer(t);
  const frozen = await server.connect('frozen');
  frozen.socket.pause();
  const half = connect(new URL(server.url).port, '127.0.0.1');
  t.after(() => half.destroy());
  half.on('error', () => {});
  half.write('GET / HTTP/1.1\r\n');
  // It has been read when a request that came after it is answered.
  await (await fetch(server.url)).text();
  server.kill('SIGINT');
  const { code } = await server.ended();
  assert.equal(code, 0);
});
