// A trap in the engine: ENGINE now and on every later call, with the panic's own message (wasm-bindgen #3687, #2412).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule, valueOfModule } from './child.mjs';

const LOAD = `
  import { faults } from './faults.mjs';
  import { IdleWheel, IdleWheelError } from './package.mjs';
  const panic = (act) => { faults.panic_after(0); return act(); };
  const outcome = (act) => {
    try { act(); return 'no error'; } catch (error) { return [error instanceof IdleWheelError, error.code, error.message]; }
  };
`;

test("the call that traps throws ENGINE with the panic's text, and so does every later one", async () => {
  const seen = await valueOfModule(`${LOAD}
    const wheel = new IdleWheel({ driver: 'manual' });
    wheel.touch('uid');
    const handle = wheel.handle('handle');
    const first = outcome(() => panic(() => wheel.touch('any')));
    const later = [
      () => wheel.touch('uid'), () => wheel.touch('new'), () => wheel.touch(1), () => wheel.touchMany(['a']), () => wheel.handle('uid'),
      () => wheel.has('new'), () => wheel.delete('uid'), () => wheel.remaining('uid'),
      () => wheel.tick(), () => handle.touch(),
    ].map(outcome);
    console.log(JSON.stringify({ first, later }));
  `);
  assert.deepEqual(seen.first.slice(0, 2), [true, 'ENGINE']);
  assert.match(seen.first[2], /asked to panic/);
  for (const result of seen.later) {
    assert.deepEqual(result.slice(0, 2), [true, 'ENGINE'], JSON.stringify(seen.later));
    assert.match(result[2], /asked to panic/);
  }
});

test('a trap ends the engine for the wheels that were and for those to come', async () => {
  const seen = await valueOfModule(`${LOAD}
    const wheel = new IdleWheel({ driver: 'manual' });
    const other = new IdleWheel({ driver: 'manual' });
    other.touch('uid');
    const results = [outcome(() => panic(() => wheel.touchMany(['a', 'b'])))];
    results.push(outcome(() => other.touch('uid')), outcome(() => new IdleWheel({ driver: 'manual' }).touch('uid')));
    console.log(JSON.stringify(results));
  `);
  for (const [isError, code, message] of seen) {
    assert.equal(isError, true);
    assert.equal(code, 'ENGINE');
    assert.match(message, /asked to panic/);
  }
});

test('after a trap close() ends the wheel without an error of another kind', async () => {
  const seen = await valueOfModule(`${LOAD}
    const wheel = new IdleWheel({ timeout: 20, tick: 10 });
    wheel.touch('uid');
    outcome(() => panic(() => wheel.touch('any')));
    console.log(JSON.stringify([outcome(() => wheel.close()), outcome(() => wheel.close())]));
  `);
  for (const result of seen) assert.ok(result === 'no error' || (result[0] && result[1] === 'ENGINE'), JSON.stringify(seen));
});

test('a trap in a callback is thrown to the callback', async () => {
  const seen = await valueOfModule(`${LOAD}
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 1 });
    const seen = [];
    wheel.on('expire', () => { seen.push(outcome(() => panic(() => wheel.touch('any')))); });
    wheel.on('error', () => {});
    wheel.touch('uid');
    wheel.tick();
    outcome(() => wheel.tick());
    seen.push(outcome(() => wheel.touch('uid')));
    console.log(JSON.stringify(seen));
  `);
  assert.equal(seen.length, 2);
  for (const [isError, code, message] of seen) {
    assert.equal(isError, true);
    assert.equal(code, 'ENGINE');
    assert.match(message, /asked to panic/);
  }
});

test('a live interval wheel whose engine has trapped says so no more than once, and does not go on for ever', async () => {
  const { code, stdout } = await runModule(`${LOAD}
    process.on('uncaughtException', (error) => console.log(error.code));
    const wheel = new IdleWheel({ timeout: 20, tick: 10, ref: true });
    wheel.touch('uid');
    outcome(() => panic(() => wheel.touch('any')));
  `);
  assert.ok(stdout === '' || stdout === 'ENGINE\n', stdout);
  assert.equal(code, 0, 'the interval is still there');
});
