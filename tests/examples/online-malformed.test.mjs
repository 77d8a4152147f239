// What is no beat is ignored and counted, and the server lives.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServer } from './online.mjs';

const malformed = [
  ['no JSON', 'beat'],
  ['nothing', ''],
  ['half a message', '{"type":"beat","name":"ad'],
  ['null', 'null'],
  ['a number', '7'],
  ['a string', '"beat"'],
  ['a list', '["beat","ada"]'],
  ['no type', '{"name":"ada"}'],
  ['another type', '{"type":"offline","name":"ada"}'],
  ['no name', '{"type":"beat"}'],
  ['a name that is a number', '{"type":"beat","name":1}'],
  ['a name that is an object', '{"type":"beat","name":{"trim":1}}'],
  ['an empty name', '{"type":"beat","name":""}'],
  ['a blank name', '{"type":"beat","name":"   "}'],
  ['an invisible name', JSON.stringify({ type: 'beat', name: '\u200b\u200d' })],
  ['a name with blanks around', '{"type":"beat","name":" ada "}'],
  ['a name of two lines', '{"type":"beat","name":"ada\\nbob offline"}'],
  ['a name that colours the terminal', '{"type":"beat","name":"\\u001b[31mada"}'],
  ['a name that turns the text about', JSON.stringify({ type: 'beat', name: 'ada\u202eenilffo' })],
  ['half a character', '{"type":"beat","name":"ada\\ud800"}'],
  ['a name of 33 characters', JSON.stringify({ type: 'beat', name: 'a'.repeat(33) })],
  ['a prototype', '{"__proto__":{"type":"beat","name":"ada"}}'],
  ['a beat in binary', Buffer.from('{"type":"beat","name":"ada"}')],
];

// Such connections can't go on: ws closes them, and a sender who is not done hears of no code.
const broken = [
  ['a message of more than 1 KiB', [1009], (socket) => socket.send(JSON.stringify({ type: 'beat', name: 'a'.repeat(1024) }))],
  ['a message of 4 MiB', [1009, 1006], (socket) => socket.send('x'.repeat(4 << 20))],
  ['text that is no UTF-8', [1007], (socket) => socket.send(Buffer.from([0xc3, 0x28]), { binary: false })],
  ['what is no WebSocket frame', [1002], (socket) => socket._socket.write(Buffer.alloc(64, 0xff))],
];

test('what is no beat is ignored and counted', async (t) => {
  const server = await startServer(t);
  const client = await server.connect('marker');
  for (const [what, message] of malformed) {
    await t.test(what, async () => {
      const { ignored } = await client.beat();
      client.socket.send(message);
      assert.equal((await client.beat()).ignored, ignored + 1);
    });
  }
  for (const [what, codes, send] of broken) {
    await t.test(`${what}, which costs the connection`, async () => {
      const { ignored } = await client.beat();
      const culprit = await server.connect();
      culprit.socket.on('error', () => {});
      send(culprit.socket);
      const code = await culprit.closed();
      assert.ok(codes.includes(code), `closed with ${code}`);
      assert.equal((await client.beat()).ignored, ignored + 1);
    });
  }
  await t.test('and nobody came or went by it', () => assert.deepEqual(server.lines.items.slice(1), ['marker online']));
});

test('a name of 32 characters, of any script, is a name', async (t) => {
  const server = await startServer(t);
  const client = await server.connect();
  for (const name of ['a'.repeat(32), 'Радия Перльман', '山田', '👩‍💻', "O'Hara", '__proto__', '1', '-']) {
    assert.deepEqual(await client.beat(name), { type: 'online', name, ignored: 0 });
  }
});

test('more than a thousand names are ignored, and those who are here stay', async (t) => {
  const server = await startServer(t);
  const client = await server.connect();
  for (let i = 0; i < 1010; i++) client.socket.send(JSON.stringify({ type: 'beat', name: `name ${i}` }));
  client.socket.send(JSON.stringify({ type: 'beat', name: 'name 1' }));
  const { ignored } = await client.messages.until('beat', ({ type }) => type === 'beat');
  assert.equal(ignored, 10);
  const names = client.messages.items.filter(({ type }) => type === 'online').map(({ name }) => name);
  assert.deepEqual(
    names,
    Array.from({ length: 1000 }, (_, i) => `name ${i}`),
  );
});

test('the count is printed at the end', async (t) => {
  const server = await startServer(t);
  const client = await server.connect();
  for (let i = 0; i < 3; i++) client.socket.send('no beat');
  assert.equal((await client.beat('ada')).ignored, 3);
  server.kill('SIGINT');
  const { stdout } = await server.ended();
  assert.equal(stdout.at(-1), 'ended; malformed messages ignored: 3');
});
