// Strings go through the host's encoder where it is quicker, and through a loop elsewhere: uids are exact either way.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runModule } from './child.mjs';

/** Around the length from which the encoder is used, and with every kind of code unit at either end. */
const SOURCE = `
  import { IdleWheel } from './package.mjs';
  import assert from 'node:assert/strict';
  const ends = ['', 'a', '\\u007f', '\\u0080', '\\u00ff', '\\u0100', '\\ud800', '\\udc00', '\\ud83d\\ude00', '\\0', '\\ufffd'];
  const uids = [15, 16, 17, 36, 63, 300].flatMap((length) => ends.flatMap((end) => [end + 'x'.repeat(length), 'x'.repeat(length) + end]));
  const all = [...new Set(uids), 7, -0.5 - 0.5];
  const one = new IdleWheel({ driver: 'manual' });
  const many = new IdleWheel({ driver: 'manual' });
  for (const uid of all) assert.equal(one.touch(uid), true, JSON.stringify(uid));
  assert.equal(many.touchMany(all), all.length);
  for (let from = 0; from < all.length; from += 64) assert.equal(many.touchMany(all.slice(from, from + 64)), 0);
  for (const wheel of [one, many]) {
    assert.deepEqual([...wheel], all);
    assert.ok(all.every((uid) => wheel.has(uid) && !wheel.touch(uid)));
    const gone = [];
    wheel.on('expire', (uid) => gone.push(uid));
    for (let tick = 0; tick < 31; tick++) wheel.tick();
    assert.deepEqual(new Set(gone), new Set(all));
  }
  console.log('exact');
`;

const HOSTS = {
  'this host': '',
  'a host without TextEncoder': 'delete globalThis.TextEncoder;',
  'a host without Buffer': 'delete globalThis.Buffer;',
  'a page with a Buffer of its own': "Object.defineProperty(process, 'versions', { value: {} }); globalThis.Buffer = { id: 'Buffer' };",
  'a host whose Buffer is not what it was': 'globalThis.Buffer = { from: () => ({ length: 1 }) };',
  'a host whose TextEncoder only encodes': 'TextEncoder.prototype.encodeInto = undefined;',
  'a host that is not Node': "Object.defineProperty(process.versions, 'node', { value: undefined });",
};

for (const [host, before] of Object.entries(HOSTS)) {
  test(`in ${host} strings of any length and any code units come back exactly`, async () => {
    // Imports come first in a module, so what a host lacks is taken away in one that is imported before.
    const stage = `import ${JSON.stringify(`data:text/javascript,${encodeURIComponent(before)}`)};`;
    const { code, stdout, stderr } = await runModule(stage + SOURCE);
    assert.equal(`${stdout.trim()}${stderr}`, 'exact');
    assert.equal(code, 0);
  });
}
