// Options are checked in the constructor, and named in the error together with what they may be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWheel } from './package.mjs';
import { manualWheel, run } from './wheels.mjs';

const LONGEST = 2 ** 31 - 1;
const show = (value) => (typeof value === 'bigint' ? `${value}n` : typeof value === 'object' ? JSON.stringify(value) : String(value));

const RANGES = {
  timeout: {
    bad: [Number.NaN, -1, 0, -0, Infinity, -Infinity, 999, 999.999, 0.5, LONGEST * 1000 + 1, 1e300],
    range: /1000.*2147483647000/,
  },
  tick: { bad: [Number.NaN, -1, 0, 0.5, 1.5, 1000.1, Infinity, -Infinity, 2 ** 31, 1e300], range: /1\b.*2147483647/ },
  maxUids: { bad: [Number.NaN, -1, 0, 1.5, -Infinity], range: /1\b.*/ },
  maxPerTurn: { bad: [Number.NaN, -1, 0, 1.5, -Infinity], range: /1\b.*/ },
  capacity: { bad: [Number.NaN, -1, 0, 1.5, Infinity, -Infinity, 2 ** 31, 1e300], range: /1\b.*2147483647/ },
};

for (const [option, { bad, range }] of Object.entries(RANGES)) {
  for (const value of bad) {
    test(`${option}: ${Object.is(value, -0) ? '-0' : value} is a RangeError that names the option, what it got and the range`, () => {
      assert.throws(
        () => new IdleWheel({ [option]: value }),
        (error) => {
          assert.equal(error.name, 'RangeError');
          assert.ok(error instanceof RangeError);
          assert.match(error.message, new RegExp(`\\b${option}\\b`));
          assert.ok(error.message.includes(String(value)), error.message);
          assert.match(error.message, range);
          return true;
        },
      );
    });
  }

  for (const value of ['1000', null, true, {}, [], 1000n, Symbol('number'), () => 1000, new Number(1000)]) {
    test(`${option}: ${typeof value} ${String(show(value)).slice(0, 20)} is a TypeError that names the option`, () => {
      assert.throws(() => new IdleWheel({ [option]: value }), { name: 'TypeError', message: new RegExp(`\\b${option}\\b`) });
    });
  }
}

const KINDS = {
  driver: ['', 'Manual', 'timer', 1, null, true, {}],
  gap: ['', 'ignore', 0, null, false, {}],
  countSleep: ['true', 0, 1, null, {}],
  ref: ['true', 0, 1, null, {}],
  clock: ['clock', 0, null, {}, true],
  onExpire: ['listener', 0, null, {}, true],
  signal: ['signal', 0, null, {}, true, () => {}, { aborted: false, addEventListener() {} }],
};

for (const [option, bad] of Object.entries(KINDS)) {
  for (const value of bad) {
    test(`${option}: ${typeof value} ${show(value)} is a TypeError that names the option`, () => {
      assert.throws(() => new IdleWheel({ [option]: value }), { name: 'TypeError', message: new RegExp(`\\b${option}\\b`) });
    });
  }
}

test('an error about driver or gap says what it may be', () => {
  assert.throws(() => new IdleWheel({ driver: 'timer' }), /timer.*interval.*manual/s);
  assert.throws(() => new IdleWheel({ gap: 'ignore' }), /ignore.*count.*forgive/s);
});

test('an unknown option is a TypeError that names it', () => {
  assert.throws(() => new IdleWheel({ timout: 1000 }), { name: 'TypeError', message: /timout/ });
  assert.throws(() => new IdleWheel({ timeout: 1000, ttl: undefined }), { name: 'TypeError', message: /ttl/ });
  assert.throws(() => new IdleWheel({ downtime: 'count' }), { name: 'TypeError', message: /downtime/ });
});

test('options that are no object are a TypeError', () => {
  for (const options of [null, 5, 'options', true, Symbol('options'), 1n]) {
    assert.throws(() => new IdleWheel(options), { name: 'TypeError' }, String(options));
  }
});

test('a timeout shorter than the tick is a RangeError that names it', () => {
  assert.throws(() => new IdleWheel({ timeout: 99, tick: 100 }), { name: 'RangeError', message: /timeout.*99.*100/s });
  assert.throws(() => new IdleWheel({ tick: 60_000 }), { name: 'RangeError', message: /timeout.*30000.*60000/s }, 'the default too');
});

test('undefined is the default, for each option', () => {
  const names = [
    'timeout',
    'tick',
    'driver',
    'gap',
    'countSleep',
    'clock',
    'ref',
    'maxUids',
    'maxPerTurn',
    'capacity',
    'signal',
    'onExpire',
  ];
  const wheel = new IdleWheel(Object.fromEntries(names.map((name) => [name, undefined])));
  wheel.touch('uid');
  assert.equal(wheel.remaining('uid'), 31_000);
  wheel.close();
});

test('the defaults are 30 s and 1 s', () => {
  for (const wheel of [new IdleWheel(), new IdleWheel({})]) {
    wheel.touch('uid');
    assert.equal(wheel.remaining('uid'), 31_000);
    wheel.close();
  }
});

test('the ends of each range are good', () => {
  const good = [
    { tick: 1, timeout: 1 },
    { tick: 1, timeout: LONGEST },
    { tick: 1000, timeout: LONGEST * 1000 },
    { tick: LONGEST, timeout: LONGEST },
    { tick: LONGEST, timeout: LONGEST * LONGEST },
    { tick: 1, timeout: 1.5 },
    { maxUids: 1 },
    { maxUids: Infinity },
    { maxUids: Number.MAX_SAFE_INTEGER },
    { maxPerTurn: 1 },
    { maxPerTurn: Infinity },
    { capacity: 1 },
    { capacity: LONGEST },
  ];
  for (const options of good) new IdleWheel({ driver: 'manual', ...options });
});

test('options are read once: changing the object later changes nothing', () => {
  const options = { driver: 'manual', tick: 1, timeout: 5 };
  const wheel = new IdleWheel(options);
  options.timeout = 100;
  options.tick = 50;
  wheel.touch('uid');
  assert.equal(run(wheel, 5), 0);
  assert.equal(wheel.tick(), 1);
});

for (const timeout of [Number.NaN, -1, 0, 0.5, Infinity, 999, LONGEST * 1000 + 1]) {
  test(`a touch with the timeout ${timeout} is a RangeError that names option and range, and changes nothing`, () => {
    const { wheel } = manualWheel({ timeout: 30_000, tick: 1000 });
    wheel.touch('here', { value: 'old' });
    run(wheel, 10);
    const before = wheel.stats().touches;
    for (const act of [
      () => wheel.touch('here', { timeout, value: 'new' }),
      () => wheel.touch('new', { timeout }),
      () => wheel.handle('here', { timeout, value: 'new' }),
      () => wheel.handle('new', { timeout }),
    ]) {
      assert.throws(act, { name: 'RangeError', message: /timeout.*1000.*2147483647000/s });
    }
    assert.equal(wheel.has('new'), false);
    assert.equal(wheel.get('here'), 'old');
    assert.equal(wheel.remaining('here'), 21_000);
    assert.equal(wheel.stats().touches, before);
    assert.equal(wheel.size, 1);
  });
}

for (const timeout of ['5000', null, true, 5000n, {}]) {
  test(`a touch with a timeout of the wrong type (${typeof timeout}) is a TypeError, and changes nothing`, () => {
    const { wheel } = manualWheel();
    assert.throws(() => wheel.touch('uid', { timeout }), { name: 'TypeError', message: /timeout/ });
    assert.throws(() => wheel.handle('uid', { timeout }), { name: 'TypeError', message: /timeout/ });
    assert.equal(wheel.size, 0);
  });
}

test('a value whose getter throws changes nothing', () => {
  const { wheel } = manualWheel();
  const options = {
    get value() {
      throw new Error('getter');
    },
  };
  assert.throws(() => wheel.touch('uid', options), /getter/);
  assert.equal(wheel.size, 0);
});

test('called without new, the class says so', () => {
  assert.throws(() => IdleWheel(), TypeError);
});
