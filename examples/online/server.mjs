// `npm start`: who is online, in Node and on a page. `--help` says how.

import { WebSocketServer } from 'ws';
import { BadArgument, readArguments, USAGE } from './arguments.mjs';
import { createPageServer, isFromHere } from './http.mjs';
import { MAX_BYTES } from './messages.mjs';
import { Presence } from './presence.mjs';

const HOST = '127.0.0.1';
/** How long a page may take to say goodbye. */
const CLOSE_MS = 500;

function serve({ port, timeoutMs, tickMs }) {
  const presence = new Presence({ timeoutMs, tickMs, print: console.log });
  const http = createPageServer();
  const sockets = new WebSocketServer({
    server: http,
    path: '/presence',
    maxPayload: MAX_BYTES,
    closeTimeout: CLOSE_MS,
    verifyClient: ({ req }) => isFromHere(req.headers),
  });
  sockets.on('connection', (socket) => presence.welcome(socket));
  // ws hands the server's errors on.
  sockets.on('error', (error) => fail(whyNot(error, port)));
  http.listen(port, HOST, () => {
    // Before anyone knows of the address, and may end what they have started.
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
    console.log(`http://${HOST}:${http.address().port}/`);
  });

  function stop() {
    for (const socket of sockets.clients) socket.close(1001, 'the server ends');
    sockets.close();
    http.close(() => console.log(`ended; malformed messages ignored: ${presence.ignored}`));
    http.closeAllConnections();
    presence.close();
  }
}

function whyNot(error, port) {
  if (error.code === 'EADDRINUSE') return `port ${port} is in use: end the program that uses it, or give another --port`;
  return `can't listen on port ${port} (${error.code}): give another --port`;
}

function fail(sentence) {
  console.error(sentence);
  process.exitCode = 1;
}

try {
  const given = readArguments(process.argv.slice(2));
  if (given.help) console.log(USAGE);
  else serve(given);
} catch (error) {
  if (!(error instanceof BadArgument)) throw error;
  fail(error.message);
}
