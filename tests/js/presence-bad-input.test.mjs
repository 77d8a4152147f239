// What is refused names what it got, and changes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Presence } from './presence-package.mjs';
import { manualPresence, overTheWire } from './presences.mjs';

const cycle = { name: 'cycle' };
cycle.self = [cycle];

/** Metadata, where it is named, and as what. */
const NO_JSON = [
  [() => {}, 'meta is a function'],
  [10n, 'meta is a bigint'],
  [Symbol('s'), 'meta is Symbol(s)'],
  [Number.NaN, 'meta is NaN'],
  [Number.POSITIVE_INFINITY, 'meta is Infinity'],
  [new Date(0), 'meta is an object'],
  [new Map(), 'meta is an object'],
  [new Set(), 'meta is an object'],
  [/x/, 'meta is an object'],
  [new Error('x'), 'meta is an object'],
  [new Uint8Array(1), 'meta is an object'],
  [new Number(1), 'meta is an object'],
  [Promise.resolve(), 'meta is an object'],
  [new (class Point {})(), 'meta is an object'],
  [[1, undefined], 'meta[1] is undefined'],
  // biome-ignore lint/suspicious/noSparseArray: what JSON would make null of
  [[1, , 2], 'meta[1] is undefined'],
  [{ a: [{ b: () => {} }] }, 'meta.a[0].b is a function'],
  [{ a: Number.NEGATIVE_INFINITY }, 'meta.a is -Infinity'],
  [{ toJSON: () => 1 }, 'meta.toJSON is a function'],
  [{ [Symbol.iterator]: 1, deep: { at: new Date(0) } }, 'meta.deep.at is an object'],
];

test('metadata that JSON cannot hold is a TypeError that says where', () => {
  const { presence, events, diffs } = manualPresence();
  const connection = presence.connect('ada', { id: 'tab', meta: 'good' });
  presence.tick();
  for (const [meta, what] of NO_JSON) {
    const error = { name: 'TypeError', message: `${what}; it takes what JSON can hold` };
    assert.throws(() => presence.connect('ada', { id: 'tab', meta }), error);
    assert.throws(() => presence.connect('bob', { meta }), error);
    assert.throws(() => connection.update(meta), error);
  }
  assert.throws(() => connection.update(undefined), { name: 'TypeError', message: 'meta is undefined; it takes what JSON can hold' });
  assert.throws(() => connection.update(cycle), { name: 'TypeError', message: /^meta\.self.+ is nested more than 100 deep, or in itself/ });
  presence.tick();
  assert.deepEqual([events, diffs.length, presence.connections, connection.meta], [['join ada'], 1, 1, 'good']);
});

test('whatever JSON holds comes back as it was, and is a copy', () => {
  const { presence } = manualPresence();
  const own = JSON.parse('{ "__proto__": { "isAdmin": true }, "constructor": 1, "toString": null, "": [[], {}], "\\ud800": 0.1 }');
  for (const meta of [null, true, '', 'text', 0, -1.5e300, [], {}, own, Object.assign(Object.create(null), { a: 1 }), [own, [own]]]) {
    const connection = presence.connect('ada', { id: 'tab', meta });
    assert.equal(JSON.stringify(connection.meta), JSON.stringify(meta));
    assert.deepEqual(overTheWire(presence.get('ada').metas), overTheWire([meta]));
  }
  const { meta } = presence.connect('ada', { meta: own });
  assert.deepEqual(
    [Object.hasOwn(meta, '__proto__'), Object.getPrototypeOf(meta) === Object.prototype, meta.isAdmin],
    [true, true, undefined],
  );
});

test('undefined in an object, and keys that are symbols, are left out, as JSON leaves them out', () => {
  const { presence } = manualPresence();
  const { meta } = presence.connect('ada', { meta: { a: undefined, [Symbol('key')]: () => {}, b: 1 } });
  assert.deepEqual(meta, { b: 1 });
  assert.equal(presence.connect('ada', { meta: undefined }).meta, null);
});

test('metadata may be 100 deep', () => {
  const { presence } = manualPresence();
  let meta = 'bottom';
  for (let depth = 0; depth < 100; depth++) meta = [meta];
  presence.connect('ada', { meta });
  assert.throws(() => presence.connect('ada', { meta: [meta] }), { name: 'TypeError' });
});

test('a getter in metadata may do what it likes: nobody is here twice, and nobody after their end', () => {
  const { presence, events, diffs } = manualPresence();
  const meta = {
    get inner() {
      presence.connect('ada', { meta: 'inner' });
      return 1;
    },
  };
  const outer = presence.connect('ada', { meta });
  assert.deepEqual([presence.get('ada').metas, presence.connections], [['inner', { inner: 1 }], 2]);
  presence.tick();
  const leaving = {
    get last() {
      return presence.leave('ada');
    },
  };
  assert.equal(outer.update(leaving), false);
  presence.tick();
  assert.deepEqual([events, presence.size, presence.connections, presence.stats().size], [['join ada', 'leave ada left'], 0, 0, 0]);
  assert.deepEqual(diffs.at(-1).left, ['ada']);
});

const badUids = [undefined, null, 1.5, Number.NaN, 2 ** 53, true, {}, [], Symbol('s'), 5n, () => {}];

test('a uid that is no string and no safe integer is a TypeError that names it', () => {
  const { presence } = manualPresence();
  for (const uid of badUids) {
    const error = { name: 'TypeError', message: /^uid is .+; it takes a string or a safe integer$/ };
    for (const method of ['connect', 'connection', 'leave', 'has', 'get'])
      assert.throws(() => presence[method](uid, undefined), error, method);
  }
  assert.deepEqual([presence.size, presence.stats().size], [0, 0]);
});

test('uids are exact: 1 and "1" are two, 0 and -0 are one', () => {
  const { presence, diffs } = manualPresence();
  for (const uid of [1, '1', -0, 0, '__proto__', '\ud800', '']) presence.connect(uid);
  presence.tick();
  assert.deepEqual([presence.size, presence.connections], [6, 7]);
  assert.deepEqual(
    diffs[0].joined.map(({ uid }) => uid),
    [1, '1', 0, '__proto__', '\ud800', ''],
  );
  assert.equal(presence.get(-0).metas.length, 2);
});

test('what connect() and connection() take beside the uid is checked', () => {
  const { presence } = manualPresence();
  const refused = (options, message) => assert.throws(() => presence.connect('ada', options), { name: 'TypeError', message });
  refused(null, 'options is null; it takes an object');
  refused('tab', 'options is "tab"; it takes an object');
  refused({ id: 5 }, 'id is 5; it takes a string');
  refused({ id: null }, 'id is null; it takes a string');
  refused({ onEnd: 'later' }, 'onEnd is "later"; it takes a function');
  presence.connect('ada', { id: '5' });
  assert.throws(() => presence.connection('ada', 5), { name: 'TypeError', message: 'id is 5; it takes a string' });
  assert.equal(presence.connections, 1);
});

for (const [options, name, message] of [
  [null, 'TypeError', 'options is null; it takes an object'],
  [{ timeuot: 1 }, 'TypeError', /^unknown option "timeuot"; the options are timeout, tick, .+maxPerUid$/],
  [{ maxUids: 1 }, 'TypeError', /^unknown option "maxUids"/],
  [{ timeout: 10 }, 'RangeError', /^timeout is 10; it takes ms from 1000/],
  [{ driver: 'none' }, 'TypeError', /^driver is "none"/],
  [{ gap: 'ignore' }, 'TypeError', /^gap is "ignore"/],
  [{ grace: 10 }, 'RangeError', /^grace is 10; it takes ms from 1000/],
  [{ grace: -1 }, 'RangeError', /^grace is -1;/],
  [{ grace: '10s' }, 'TypeError', 'grace is "10s"; it takes a number of ms'],
  [{ grace: null }, 'TypeError', 'grace is null; it takes a number of ms'],
  [{ away: 0 }, 'RangeError', /^away is 0;/],
  [{ away: Number.POSITIVE_INFINITY }, 'RangeError', /^away is Infinity;/],
  [{ maxLife: Number.NaN }, 'RangeError', /^maxLife is NaN;/],
  [{ maxConnections: 0 }, 'RangeError', /^maxConnections is 0; it takes a whole number of connections \(or Infinity\) from 1/],
  [{ maxPerUid: 1.5 }, 'RangeError', /^maxPerUid is 1\.5;/],
  [{ maxPerUid: '2' }, 'TypeError', 'maxPerUid is "2"; it takes a number'],
  // Whatever is measured in ticks: the tick is what is wrong.
  [{ tick: 0, grace: 10 }, 'RangeError', /^tick is 0;/],
  [{ tick: 'x', away: 10 }, 'TypeError', /^tick is "x";/],
]) {
  test(`new Presence(${JSON.stringify(options, (_, value) => (typeof value === 'number' ? String(value) : value))}) is a ${name}`, () => {
    assert.throws(() => new Presence(options), { name, message });
  });
}

test('undefined is no option', () => {
  const names = ['timeout', 'tick', 'driver', 'gap', 'countSleep', 'clock', 'ref', 'maxPerTurn', 'grace', 'away', 'maxLife'];
  const options = Object.fromEntries([...names, 'maxConnections', 'maxPerUid'].map((name) => [name, undefined]));
  assert.equal(new Presence(options).size, 0);
});

test('an unknown event and a listener that is none are named', () => {
  const { presence } = manualPresence();
  const events = 'join, leave, away, back, update, diff, error';
  assert.throws(() => presence.on('joined', () => {}), { name: 'TypeError', message: `unknown event "joined"; the events are ${events}` });
  assert.throws(() => presence.on('join'), { name: 'TypeError', message: 'listener is undefined; it takes a function' });
});
