// The example server as a process of its own, and clients that speak to it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { Record, within } from './record.mjs';

const SERVER = fileURLToPath(new URL('../../examples/online/server.mjs', import.meta.url));

/** Runs the server with these arguments; when the test ends, so does the server. */
export function runServer(t, ...args) {
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = new Record('the server printed');
  let stderr = '';
  createInterface(child.stdout).on('line', (line) => lines.add(line));
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    lines.end();
    return { code, signal, stdout: lines.items, stderr };
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  t.after(async () => {
    abandon();
    await ended;
    process.off('exit', abandon);
  });
  return { lines, ended: () => within(ended, 'end of the server'), kill: (signal) => child.kill(signal) };
}

/** As above, when it is there: with its address. */
export async function startServer(t, ...args) {
  const server = runServer(t, ...args);
  const url = await server.lines.until('address', (line) => line.startsWith('http://'));
  return {
    ...server,
    url,
    printed: (line) => server.lines.until(`line "${line}"`, (printed) => printed === line),
    connect: (name) => connect(t, url, name),
  };
}

/** A client that has been greeted; with a name, one that has beaten once. */
async function connect(t, url, name) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}presence`);
  const messages = new Record('the client heard');
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('message', (data) => messages.add(JSON.parse(data)));
  socket.on('close', () => messages.end());
  t.after(() => socket.terminate());
  const hello = await messages.until('hello', ({ type }) => type === 'hello');
  const client = {
    socket,
    hello,
    messages,
    /** Resolves to the code with which the connection is closed. */
    closed: () => within(closed, 'end of the connection'),
    /** Sends a beat, and returns the server's word about it. */
    async beat(as = name) {
      const before = messages.items.length;
      socket.send(JSON.stringify({ type: 'beat', name: as }));
      return messages.until(`word of ${as}`, (message) => message.name === as && message.type !== 'offline', before);
    },
    async close() {
      socket.close();
      await client.closed();
    },
  };
  if (name !== undefined) await client.beat();
  return client;
}

/** Whom a newcomer is told to be online. */
export async function online(server) {
  const { hello, close } = await server.connect();
  await close();
  return hello.online.map(([name]) => name).sort();
}

// Exit in order, so that the servers are ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
