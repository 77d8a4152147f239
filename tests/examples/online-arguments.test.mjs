// What the command line may say; what it may not gets one sentence that names it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadArgument, readArguments } from '../../examples/online/arguments.mjs';

test('without arguments: a free port and the classic times', () => {
  assert.deepEqual(readArguments([]), { help: false, port: 0, timeoutMs: 30_000, tickMs: 1000 });
});

for (const [args, expected] of [
  [['--port', '8080'], { port: 8080 }],
  [['--port=65535'], { port: 65_535 }],
  [['--timeout', '90'], { timeoutMs: 90_000 }],
  [['--timeout', '1.005', '--tick', '.005'], { timeoutMs: 1005, tickMs: 5 }],
  [['--timeout', '0.001', '--tick', '0.001'], { timeoutMs: 1, tickMs: 1 }],
  [['--tick', '30'], { tickMs: 30_000 }],
  [['--timeout', '2147483647'], { timeoutMs: 2_147_483_647_000 }],
  [['--help'], { help: true }],
]) {
  test(`${args.join(' ')} is understood`, () => {
    const given = readArguments(args);
    for (const [name, value] of Object.entries(expected)) assert.equal(given[name], value);
  });
}

for (const [args, named] of [
  [['--port', 'http'], '--port http'],
  [['--port', '65536'], '--port 65536'],
  [['--port', '-1'], '--port -1'],
  [['--port', '80.5'], '--port 80.5'],
  [['--port', ''], '--port '],
  [['--port'], '--port'],
  [['--timeout', '0'], '--timeout 0'],
  [['--timeout', '-30'], '--timeout -30'],
  [['--timeout', 'soon'], '--timeout soon'],
  [['--timeout', 'Infinity'], '--timeout Infinity'],
  [['--timeout', '1e3'], '--timeout 1e3'],
  [['--timeout', '99999999999'], '--timeout 99999999999'],
  [['--timeout', '9'.repeat(400)], '--timeout 999'],
  [['--timeout', '0.5'], '--timeout 0.5'],
  [['--tick', '31'], '--timeout 30'],
  [['--tick', '0'], '--tick 0'],
  [['--tick', '0.0001'], '--tick 0.0001'],
  [['--tick', '.'], '--tick .'],
  [['--tick', '9999999', '--timeout', '9999999'], '--tick 9999999'],
  [['--tick='], '--tick'],
  [['--verbose'], '--verbose'],
  [['-v'], '-v'],
  [['--__proto__'], '--__proto__'],
  [['--help=yes'], '--help'],
  [['8080'], '8080'],
]) {
  test(`${args.join(' ').slice(0, 40)} is refused in one sentence`, () => {
    assert.throws(
      () => readArguments(args),
      (error) => {
        assert.ok(error instanceof BadArgument, error.stack);
        assert.ok(error.message.includes(named), error.message);
        assert.doesNotMatch(error.message, /NaN|undefined|\n/);
        return true;
      },
    );
  });
}
