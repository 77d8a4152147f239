// Any string, exactly, code unit by code unit, or a safe integer. node-cache: `__proto__` is stored and not listed; 1 and "1" collide.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from './seeded.mjs';
import { manualWheel, run } from './wheels.mjs';

const prefix = (n, last) => 'p'.repeat(n) + last;
const wide = (n, last) => '\u4e2d'.repeat(n) + last;

const STRINGS = [
  '',
  '\0',
  '\0\0',
  ' ',
  'a',
  'a\0',
  '\0a',
  'a ',
  'A',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  '0',
  '-0',
  '1',
  '-1',
  '01',
  '1.0',
  '1e3',
  '1000',
  '9007199254740991',
  '-9007199254740991',
  // each code unit around the border of one byte, and what windows-1252 would make of 0x80 to 0x9F
  ...Array.from({ length: 0x110 }, (_, i) => `<${String.fromCharCode(i)}>`),
  '<\u20ac>',
  '<\u0152>',
  '<\u2122>',
  '\xff',
  '\u0100',
  '\xff\u0100',
  '\u0100\xff',
  '\u0001\u0000',
  '\u0100\u0000',
  'caf\u00e9',
  'cafe\u0301',
  '\ufeff',
  '\ufeffa',
  '\ufffe',
  '\uffff',
  '\ufffd',
  // surrogates, paired, alone and the wrong way round
  '\ud83d\ude00',
  '\ud83d\ude01',
  '\ud83d',
  '\ude00',
  '\ude00\ud83d',
  '\ud83d\ud83d',
  'a\ud83d',
  '\ud83da',
  '\ud83d\ufffd',
  '\ufffd\ude00',
  // the same bytes in memory, if kinds were not kept apart
  'ab',
  '\u6261',
  '\u6162',
  'a\0b\0',
  // equal for as long as an entry holds, and beyond
  ...[38, 42, 43, 44, 45, 46, 47, 48, 49, 63, 64, 65, 255, 256, 999, 4095, 4096, 65_535].flatMap((n) => [
    prefix(n, ''),
    prefix(n, 'x'),
    prefix(n, 'y'),
    prefix(n, 'xx'),
    prefix(n, 'xy'),
  ]),
  ...[18, 19, 20, 21, 22, 23, 24, 25, 40, 500].flatMap((n) => [wide(n, ''), wide(n, 'x'), wide(n, 'y'), wide(n, 'xx')]),
];

const INTEGERS = [
  0,
  1,
  -1,
  2,
  9,
  10,
  255,
  256,
  1000,
  2 ** 30 - 1,
  2 ** 30,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 31 + 1,
  -(2 ** 30),
  -(2 ** 31) + 1,
  -(2 ** 31),
  -(2 ** 31) - 1,
  2 ** 32 - 1,
  2 ** 32,
  2 ** 32 + 1,
  -(2 ** 32) - 1,
  -(2 ** 32),
  -(2 ** 32) + 1,
  2 ** 33,
  2 ** 52,
  2 ** 52 + 1,
  2 ** 53 - 2,
  Number.MAX_SAFE_INTEGER,
  -(2 ** 52) - 1,
  Number.MIN_SAFE_INTEGER + 1,
  Number.MIN_SAFE_INTEGER,
];

const UIDS = [...new Set([...STRINGS, ...INTEGERS])];

// More than a cache in front would keep, so that every uid is found by its bytes.
const BYSTANDERS = 300_000;

for (const crowd of [0, BYSTANDERS]) {
  const among = crowd ? `among ${crowd} others` : 'alone';

  test(`each of ${UIDS.length} odd uids is one uid of its own, ${among}`, () => {
    const { wheel } = manualWheel();
    for (let i = 0; i < crowd; i++) wheel.touch(`bystander ${i}`);
    UIDS.forEach((uid, i) => {
      assert.equal(wheel.has(uid), false, JSON.stringify(uid));
      assert.equal(wheel.touch(uid, { value: i }), true, JSON.stringify(uid));
    });
    assert.equal(wheel.size, crowd + UIDS.length);
    UIDS.forEach((uid, i) => {
      assert.equal(wheel.has(uid), true);
      assert.equal(wheel.get(uid), i, JSON.stringify(uid));
      assert.equal(wheel.touch(uid), false);
    });
    assert.equal(wheel.touchMany(UIDS), 0);
    UIDS.forEach((uid, i) => {
      assert.equal(wheel.delete(uid), true);
      assert.equal(wheel.has(uid), false);
      if (i + 1 < UIDS.length) assert.equal(wheel.get(UIDS[i + 1]), i + 1);
    });
    assert.equal(wheel.size, crowd);
  });

  test(`each comes back exactly from iteration, entries, events and close(), ${among}`, () => {
    const { wheel, expired } = manualWheel({ timeout: 5 });
    for (let i = 0; i < crowd; i++) wheel.touch(`bystander ${i}`, { timeout: 1000 });
    const expected = new Set(UIDS);
    const assertAll = (uids) => {
      const found = uids.filter((uid) => typeof uid !== 'string' || !uid.startsWith('bystander'));
      assert.equal(found.length, UIDS.length);
      for (const uid of found) assert.ok(expected.has(uid), JSON.stringify(uid));
      assert.equal(new Set(found).size, UIDS.length);
    };
    assert.equal(wheel.touchMany(UIDS), UIDS.length);
    assertAll([...wheel]);
    assertAll([...wheel.entries()].map(([uid]) => uid));
    const batch = [];
    wheel.on('expireBatch', (entries) => batch.push(...entries.map(([uid]) => uid)));
    assert.equal(run(wheel, 6), UIDS.length);
    assertAll(expired);
    assertAll(batch);
    assert.equal(wheel.size, crowd);
    UIDS.forEach((uid) => {
      assert.equal(wheel.handle(uid).uid, uid);
    });
    assertAll(wheel.close().map(([uid]) => uid));
  });
}

test('1 and "1" are two uids', () => {
  const { wheel } = manualWheel();
  wheel.touch(1, { value: 'number' });
  assert.equal(wheel.has('1'), false);
  assert.equal(wheel.touch('1', { value: 'string' }), true);
  assert.equal(wheel.get(1), 'number');
  assert.equal(wheel.get('1'), 'string');
  wheel.delete(1);
  assert.equal(wheel.has('1'), true);
});

test('0 and -0 are one uid, and it is 0', () => {
  for (const [first, second] of [
    [0, -0],
    [-0, 0],
    [-0, -0],
  ]) {
    const { wheel, expired } = manualWheel();
    assert.equal(wheel.touch(first), true);
    assert.equal(wheel.touch(second), false);
    assert.equal(wheel.touchMany([first, second]), 0);
    assert.equal(wheel.has(second), true);
    assert.equal(wheel.size, 1);
    assert.deepEqual([...wheel], [0]);
    assert.equal(wheel.handle(second).uid, 0);
    run(wheel, 31);
    assert.deepEqual(expired, [0]);
  }
});

for (const length of [46, 47, 48, 49, 50, 1000, 65_536, 1_000_000]) {
  for (const [kind, unit] of [
    ['one byte', 'x'],
    ['last one byte', '\xff'],
    ['first two byte', '\u0100'],
    ['two byte', '\u4e2d'],
    ['lone surrogate', '\udc00'],
  ]) {
    test(`uids of ${length} ${kind} characters that differ in one place are as many`, () => {
      const { wheel, expired } = manualWheel();
      const base = unit.repeat(length);
      const uids = [base, base + unit, base.slice(1), `${base.slice(1)}y`, `y${base.slice(1)}`];
      assert.equal(wheel.touchMany(uids), 5);
      uids.forEach((uid, i) => {
        assert.equal(wheel.touch(uid, { value: i }), false);
      });
      uids.forEach((uid, i) => {
        assert.equal(wheel.get(uid), i);
      });
      run(wheel, 31);
      assert.equal(expired.length, 5);
      for (const uid of expired) assert.ok(uids.includes(uid));
    });
  }
}

for (const length of [1, 40, 2047, 2048, 2049, 4095, 4096, 4097, 100_000]) {
  test(`a string of ${length} characters of one byte and a last one of two is exact`, () => {
    const { wheel, expired } = manualWheel();
    const uids = ['\xff', '\u0100', '\u0101', '\u0200', '\uff00'].map((last) => 'x'.repeat(length - 1) + last);
    assert.equal(wheel.touchMany(uids), 5);
    for (const uid of uids) assert.equal(wheel.touch(uid), false);
    assert.deepEqual([...wheel].toSorted(), uids.toSorted());
    run(wheel, 31);
    assert.deepEqual(expired.toSorted(), uids.toSorted());
  });
}

test('a string is found by its text, however it was made', () => {
  const { wheel } = manualWheel();
  const flat = 'a user with a fairly long name and more of it than an entry holds';
  wheel.touch(flat);
  const rope = `${flat.slice(0, 20)}${flat.slice(20)}`;
  const joined = [...flat].join('');
  const sliced = `<<${flat}>>`.slice(2, -2);
  const decoded = new TextDecoder().decode(new TextEncoder().encode(flat));
  for (const uid of [rope, joined, sliced, decoded]) assert.equal(wheel.touch(uid), false);
  assert.equal(wheel.size, 1);
});

test('random strings of few letters: the wheel knows as many as a Set does', () => {
  const random = seeded(13);
  const { wheel } = manualWheel();
  const here = new Set();
  const letters = ['a', '\0', '\x80', '\xff', '\u0100', '\ud800', '\udc00'];
  for (let i = 0; i < 50_000; i++) {
    let uid = '';
    for (let length = Math.floor(random() * 5); length > 0; length--) uid += letters[Math.floor(random() * letters.length)];
    if (random() < 0.1) uid = Math.floor((random() - 0.5) * 2 ** Math.floor(random() * 54));
    if (random() < 0.3) assert.equal(wheel.delete(uid), here.delete(uid));
    else {
      assert.equal(wheel.touch(uid), !here.has(uid));
      here.add(uid);
    }
  }
  assert.equal(wheel.size, here.size);
  const listed = [...wheel];
  assert.equal(listed.length, here.size);
  for (const uid of listed) assert.ok(here.has(uid));
});
