// A W3C WebDriver client, as much of it as the tests need: one for all three engines.
//
//   const browser = await start('firefox');
//   await browser.open('http://127.0.0.1:8080/');
//   await browser.until(() => document.querySelector('li') !== null);
//   await browser.end();

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const options = JSON.parse(readFileSync(new URL('webdriver.json', root), 'utf8'));
const only = (key) => ({ [key]: options[key] });

const drivers = {
  chromium: { command: ['/usr/bin/chromedriver'], capabilities: only('goog:chromeOptions') },
  firefox: { command: [fileURLToPath(new URL('.tools/bin/geckodriver', root))], capabilities: only('moz:firefoxOptions') },
  // WebKitGTK has no headless mode, so it gets a display of its own.
  webkit: { command: ['xvfb-run', '-a', '/usr/bin/WebKitWebDriver'], capabilities: {} },
};

export const browsers = Object.keys(drivers);

/** Starts `'chromium'`, `'firefox'` or `'webkit'` with its driver; `end()` is the caller's duty, but a process that exits leaves none behind. */
export async function start(name) {
  const { command, capabilities } = drivers[name];
  const [program, ...args] = command;
  const file = command.at(-1);
  if (!existsSync(file)) throw new Error(`${file} is missing: run \`npm run setup\``);
  const port = await freePort();
  // Of its own process group, because drivers leave their browsers behind when they are ended alone.
  const child = spawn(program, [...args, `--port=${port}`], { detached: true, stdio: 'ignore' });
  let running = true;
  const exited = once(child, 'exit').then(() => {
    running = false;
  });
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  const abandon = () => kill('SIGKILL');
  process.once('exit', abandon);
  const stop = async () => {
    kill('SIGTERM');
    await Promise.race([exited, sleep(3000, undefined, { ref: false })]);
    abandon();
    process.off('exit', abandon);
  };

  const base = `http://127.0.0.1:${port}`;
  async function call(method, path, body) {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${name}: ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  try {
    const deadline = Date.now() + 30_000;
    while (!(await call('GET', '/status').catch(() => undefined))?.ready) {
      if (!running) throw new Error(`${file} ended before it was ready`);
      if (Date.now() > deadline) throw new Error(`${file} was not ready after 30 s`);
      await sleep(50);
    }
    const { sessionId } = await call('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    return client(`/session/${sessionId}`, call, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function client(session, call, stop) {
  const post = (path, body) => call('POST', session + path, body);
  const get = (path) => call('GET', session + path);
  return {
    open: (url) => post('/url', { url }),
    /** Runs a function (sent as its text, so it sees nothing from here) or a function's body, and gives what it returns or resolves to. */
    run(script, ...args) {
      const body = typeof script === 'function' ? `return (${script})(...arguments)` : script;
      return post('/execute/sync', { script: body, args });
    },
    /** Runs the script until it gives something true, and returns that. */
    async until(script, ...args) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        const value = await this.run(script, ...args);
        if (value) return value;
        if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(value)} after 30 s: ${script}`);
        await sleep(50);
      }
    },
    title: () => get('/title'),
    async screenshot(file) {
      writeFileSync(file, Buffer.from(await get('/screenshot'), 'base64'));
    },
    /** Opens a window and returns its handle, for `switchTo`. (Not a tab: WebKit never answers when asked for a tab's screenshot.) */
    newWindow: async () => (await post('/window/new', { type: 'window' })).handle,
    /** The handle of the window that commands go to. */
    window: () => get('/window'),
    switchTo: (handle) => post('/window', { handle }),
    /** Closes the window that commands go to; `switchTo` another one next. */
    close: () => call('DELETE', `${session}/window`),
    async end() {
      await call('DELETE', session).catch(() => undefined);
      await stop();
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

// The drivers' groups don't get a terminal's Ctrl-C: exit in order, so that they are ended.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
