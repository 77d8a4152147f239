// init() and initSync(): optional, any number, in any order, one engine. wasm-bindgen #3307, peerbit #1001.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule, valueOfModule } from './child.mjs';

const SETUP = `
  import { readFileSync } from 'node:fs';
  import { createRequire } from 'node:module';
  const bytes = () => readFileSync(createRequire(import.meta.url).resolve('idlewheel/idlewheel.wasm'));
  // The host makes instances of its own, for fetch; ours is known by what it exports.
  const exported = (module) => WebAssembly.Module.exports(module).map(({ name }) => name).join();
  const ours = exported(new WebAssembly.Module(bytes()));
  let instances = 0;
  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct(target, args) { if (exported(args[0]) === ours) instances++; return Reflect.construct(target, args); },
  });
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (source, imports) => {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    if (exported(module) === ours) instances++;
    return instantiate.call(WebAssembly, source, imports);
  };
  const instantiateStreaming = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = (...args) => { instances++; return instantiateStreaming.apply(WebAssembly, args); };
  const { IdleWheel, init, initSync } = await import('./package.mjs');
  const lives = (uid) => {
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
    return wheel.touch(uid) && wheel.tick() === 0 && wheel.tick() === 1;
  };
`;

const STEPS = {
  'init()': 'await init();',
  'initSync()': 'initSync();',
  'initSync(bytes)': 'initSync(bytes());',
  'initSync(buffer)': 'initSync(new Uint8Array(bytes()).buffer);',
  'initSync(module)': 'initSync(new WebAssembly.Module(bytes()));',
  'init(bytes)': 'await init(bytes());',
  'init(a promise of bytes)': 'await init(Promise.resolve(bytes()));',
  'init(module)': 'await init(await WebAssembly.compile(bytes()));',
  'init(response)': "await init(new Response(bytes(), { headers: { 'content-type': 'application/wasm' } }));",
  'two at once': 'await Promise.all([init(), init()]);',
  'one not waited for': 'const early = init(); initSync(); await early;',
  'a touch': "if (!lives('a touch')) throw new Error('it does not live');",
};

for (const [name, step] of Object.entries(STEPS)) {
  test(`${name} first, then all the others: one engine, and a wheel made before them lives on`, async () => {
    const others = Object.entries(STEPS).filter(([other]) => other !== name);
    const seen = await valueOfModule(`${SETUP}
      { ${step} }
      const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 5 });
      for (let i = 0; i < 1000; i++) wheel.touch('uid' + i, { value: i });
      const handle = wheel.handle('uid7');
      ${others.map(([, other]) => `{ ${other} }`).join('\n')}
      const seen = { size: wheel.size, alive: handle.touch(), value: wheel.get('uid9'), lives: lives('x') };
      seen.early = 0;
      for (let i = 0; i < 5; i++) seen.early += wheel.tick();
      seen.expired = wheel.tick();
      console.log(JSON.stringify({ ...seen, instances }));
    `);
    assert.deepEqual(seen, { size: 1000, alive: true, value: 9, lives: true, early: 0, expired: 1000, instances: 1 });
  });
}

test('a touch while init() compiles does not wait, and both end in one engine', async () => {
  const seen = await valueOfModule(`${SETUP}
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
    const compiling = init();
    wheel.touch('uid');
    await compiling;
    await init();
    wheel.tick();
    console.log(JSON.stringify([wheel.has('uid'), wheel.tick()]));
  `);
  assert.deepEqual(seen, [true, 1]);
});

test('init() returns a promise of undefined, and initSync() undefined', async () => {
  const seen = await valueOfModule(`${SETUP}
    const promise = init();
    console.log(JSON.stringify([promise instanceof Promise, (await promise) === undefined, initSync() === undefined]));
  `);
  assert.deepEqual(seen, [true, true, true]);
});

test('bytes that are no WebAssembly are refused, and the next call does its work', async () => {
  const seen = await valueOfModule(`${SETUP}
    const seen = [];
    try { initSync(new Uint8Array([1, 2, 3])); seen.push('taken'); } catch (error) { seen.push(error instanceof Error); }
    try { await init(new Uint8Array([1, 2, 3])); seen.push('taken'); } catch (error) { seen.push(error instanceof Error); }
    try { await init(Promise.reject(new Error('no bytes today'))); seen.push('taken'); } catch (error) { seen.push(error.message); }
    seen.push(lives('uid'));
    console.log(JSON.stringify(seen));
  `);
  assert.deepEqual(seen, [true, true, 'no bytes today', true]);
});

test('a module that is not the engine is refused by name, and the next call does its work', async () => {
  const seen = await valueOfModule(`${SETUP}
    const other = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    const seen = [];
    try { initSync(other); } catch (error) { seen.push([error.code, error.message.includes('not the engine')]); }
    try { await init(other); } catch (error) { seen.push([error.code, error.message.includes('not the engine')]); }
    seen.push(lives('uid'));
    console.log(JSON.stringify(seen));
  `);
  assert.deepEqual(seen, [['ENGINE', true], ['ENGINE', true], true]);
});

// undici #1073, node-sqlite3-wasm #27.
test('where WebAssembly may not be compiled synchronously, the error names await init(), and after it all works', async () => {
  const { code, stdout, stderr } = await runModule(`
    const { IdleWheel, init } = await import('./package.mjs');
    const Real = WebAssembly.Module;
    WebAssembly.Module = class extends Real {
      constructor() { throw new RangeError('WebAssembly.Compile is disallowed on the main thread'); }
      static [Symbol.hasInstance](object) { return object instanceof Real; }
    };
    const wheel = new IdleWheel({ driver: 'manual' });
    try { wheel.touch('uid'); console.log('touched'); } catch (error) { console.log(error.message.includes('await init()') ? 'named' : error.message); }
    console.log(wheel.size);
    await init();
    console.log(wheel.touch('uid'), wheel.size);
  `);
  assert.equal(code, 0, stderr);
  assert.deepEqual(stdout.trim().split('\n'), ['named', '0', 'true 1']);
});

test('the engine of another version is refused, and the error names both', async () => {
  const seen = await valueOfModule(`${SETUP}
    const { version } = createRequire(import.meta.url)('idlewheel/package.json');
    const other = Uint8Array.from(bytes());
    other[other.length - 1] = other.at(-1) === 57 ? 56 : 57;
    const stamp = String.fromCharCode(...other.subarray(-version.length));
    const errors = [];
    try { initSync(other); } catch (error) { errors.push([error.code, error.message]); }
    try { await init(other); } catch (error) { errors.push([error.code, error.message]); }
    console.log(JSON.stringify({ errors, version, stamp, lives: lives('uid') }));
  `);
  assert.notEqual(seen.stamp, seen.version);
  const message = `source is the engine of idlewheel ${seen.stamp}; it takes idlewheel.wasm of version ${seen.version}`;
  assert.deepEqual(seen.errors, [
    ['ENGINE', message],
    ['ENGINE', message],
  ]);
  assert.equal(seen.lives, true);
});

test('without WebAssembly importing and constructing work, and a touch says what is missing', async () => {
  const seen = await valueOfModule(`
    const real = globalThis.WebAssembly;
    delete globalThis.WebAssembly;
    const { IdleWheel, init } = await import('./package.mjs');
    const wheel = new IdleWheel({ driver: 'manual' });
    const errors = [];
    try { wheel.touch('uid'); } catch (error) { errors.push([error.code, error.message]); }
    try { await init(); } catch (error) { errors.push([error.code, error.message]); }
    globalThis.WebAssembly = real;
    console.log(JSON.stringify([errors, wheel.touch('uid')]));
  `);
  const [errors, touched] = seen;
  assert.equal(errors.length, 2);
  for (const [code, message] of errors) {
    assert.equal(code, 'ENGINE');
    assert.match(message, /the engine can't be compiled.*WebAssembly is not defined/);
  }
  assert.equal(touched, true);
});
