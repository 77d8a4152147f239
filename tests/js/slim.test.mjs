// idlewheel/slim: takes the engine from wherever it is, and says what is wrong with what it got. shiki #400, wasm-bindgen #1979.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';
import { format } from './package.mjs';

const PAGE = '<!doctype html><title>not found</title>';

/** Serves the engine rightly, and in the ways in which servers get it wrong; the module in the child knows it as `base`. */
const SETUP = `
  import { readFileSync } from 'node:fs';
  import { createServer } from 'node:http';
  import { createRequire } from 'node:module';
  const require = createRequire(import.meta.url);
  const bytes = readFileSync(require.resolve('idlewheel/idlewheel.wasm'));
  const { IdleWheel, IdleWheelError, init, initSync } = ${format === 'cjs' ? "require('idlewheel/slim')" : "await import('idlewheel/slim')"};
  const answers = {
    '/right': [200, 'application/wasm', bytes],
    '/wrong-type': [200, 'application/octet-stream', bytes],
    '/no-type': [200, undefined, bytes],
    '/missing': [404, 'text/html', ${JSON.stringify(PAGE)}],
    '/page': [200, 'text/html', ${JSON.stringify(PAGE)}],
    '/cut-short': [200, 'application/wasm', bytes.subarray(0, 1000)],
    '/broken': [500, 'text/plain', 'sorry'],
  };
  const server = createServer(({ url }, response) => {
    const [status, type, body] = answers[url];
    response.writeHead(status, type ? { 'content-type': type } : {}).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const base = 'http://127.0.0.1:' + server.address().port;
  const lives = () => {
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
    return wheel.touch('uid') && wheel.tick() === 0 && wheel.tick() === 1;
  };
  const failing = async (act) => {
    try {
      await act();
    } catch (error) {
      return [error instanceof IdleWheelError ? error.code : error.name, error.message.replaceAll(base, 'BASE')];
    }
  };
  const print = (value) => {
    console.log(JSON.stringify(value));
    // Or the process would live as long as they are kept alive.
    server.closeAllConnections();
  };
`;

for (const [what, source] of [
  ['bytes', 'bytes'],
  ['an ArrayBuffer', 'new Uint8Array(bytes).buffer'],
  ['a module', 'new WebAssembly.Module(bytes)'],
  ['an address', "base + '/right'"],
  ['a URL', "new URL('/right', base)"],
  ['a Response', "await fetch(base + '/right')"],
  ['a promise of a Response', "fetch(base + '/right')"],
  ['an address with the wrong type', "base + '/wrong-type'"],
  ['an address without a type', "base + '/no-type'"],
]) {
  test(`init() takes ${what}`, async () => {
    assert.equal(await valueOfModule(`${SETUP} await init(${source}); print(lives());`), true);
  });
}

test('initSync() takes bytes and a module', async () => {
  for (const source of ['bytes', 'new WebAssembly.Module(bytes)']) {
    assert.equal(await valueOfModule(`${SETUP} initSync(${source}); print(lives());`), true);
  }
});

test('without a source the error says what to call, and after that everything works', async () => {
  const [touch, sync, lazy, after] = await valueOfModule(`${SETUP}
    const wheel = new IdleWheel({ driver: 'manual' });
    const errors = [await failing(() => wheel.touch('uid')), await failing(() => initSync()), await failing(() => init())];
    await init(bytes);
    print([...errors, wheel.size === 0 && wheel.touch('uid')]);
  `);
  for (const [code, message] of [touch, sync, lazy]) {
    assert.equal(code, 'ENGINE');
    assert.match(message, /idlewheel\/slim brings no engine: call `await init\(source\)` first/);
  }
  assert.equal(after, true);
});

for (const [path, message] of [
  ['/missing', /^the engine can't be loaded from BASE\/missing \(status 404, text\/html\)$/],
  ['/broken', /^the engine can't be loaded from BASE\/broken \(status 500, text\/plain\)$/],
  ['/page', /^the engine can't be compiled from BASE\/page \(status 200, text\/html\): .*magic/],
  ['/cut-short', /^the engine can't be compiled from BASE\/cut-short \(status 200, application\/wasm\): /],
]) {
  test(`${path} in place of the engine: the error names status and address, and the next source is taken`, async () => {
    const [errors, after] = await valueOfModule(`${SETUP}
      const errors = [await failing(() => init(base + ${JSON.stringify(path)})), await failing(() => init(fetch(base + ${JSON.stringify(path)})))];
      await init(base + '/right');
      print([errors, lives()]);
    `);
    for (const [code, text] of errors) {
      assert.equal(code, 'ENGINE');
      assert.match(text, message);
    }
    assert.equal(after, true);
  });
}

test('a server that is not there: the error names the address', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}/idlewheel.wasm`;
  await new Promise((resolve) => server.close(resolve));
  const [code, message] = await valueOfModule(`${SETUP} print(await failing(() => init(${JSON.stringify(address)})));`);
  assert.equal(code, 'ENGINE');
  assert.ok(message.startsWith(`the engine can't be loaded from ${address}: `), message);
});

for (const source of ['{}', '7', 'null', 'Symbol.iterator', '[]']) {
  test(`init(${source}) is a TypeError that says what it takes`, async () => {
    const [name, message] = await valueOfModule(`${SETUP} print(await failing(() => init(${source})));`);
    assert.equal(name, 'TypeError');
    assert.match(message, /^source is .*; it takes bytes, a WebAssembly\.Module, a Response, a URL, or a promise of one$/);
  });
}

test('once there is an engine no other is loaded', async () => {
  const seen = await valueOfModule(`${SETUP}
    await init(base + '/right');
    const wheel = new IdleWheel({ driver: 'manual' });
    wheel.touch('uid');
    await init(base + '/missing');
    initSync();
    print([wheel.has('uid'), lives()]);
  `);
  assert.deepEqual(seen, [true, true]);
});
