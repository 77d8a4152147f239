// How `npm test` runs its steps. These are steps of the test's own; they end when told to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runSteps } from '../../tools/test/run.mjs';

/** Steps that start by themselves and end when told to, and a record of both. */
function stage(...definitions) {
  const record = [];
  const ends = new Map();
  const steps = definitions.map((definition) => ({
    about: 'a step of the test',
    run: async (step, options) => {
      record.push(`${definition.name} starts`);
      await new Promise((resolve) => ends.set(definition.name, resolve));
      record.push(`${definition.name} ends`);
      if (definition.act) definition.act(step, options);
      else step.passed += 1;
    },
    ...definition,
    name: `of-a-test-${definition.name}`,
    needs: definition.needs && `of-a-test-${definition.needs}`,
  }));
  const said = [];
  const total = runSteps(steps, { tell: (text) => said.push(text) });
  return {
    record,
    said,
    total,
    async end(name) {
      ends.get(name)();
      // The step's log is closed on the way, which takes a while of its own.
      while (!said.some((text) => text.startsWith(`of-a-test-${name}:`))) await turn();
      await turn();
    },
  };
}

test('two steps run at a time, in their order', async () => {
  const { record, end, total } = stage({ name: 'a' }, { name: 'b' }, { name: 'c' });
  assert.deepEqual(record, ['a starts', 'b starts']);
  await end('b');
  assert.deepEqual(record, ['a starts', 'b starts', 'b ends', 'c starts']);
  await end('a');
  await end('c');
  assert.deepEqual(await total, { passed: 3, failed: 0, skipped: 0 });
});

test('a step waits for the one that it needs, and others go before it', async () => {
  const { record, end, total } = stage({ name: 'a' }, { name: 'b', needs: 'a' }, { name: 'c' });
  assert.deepEqual(record, ['a starts', 'c starts']);
  await end('c');
  assert.deepEqual(record, ['a starts', 'c starts', 'c ends']);
  await end('a');
  assert.equal(record.at(-1), 'b starts');
  await end('b');
  assert.equal((await total).passed, 3);
});

test('a step that needs one that failed is not run, and failed', async () => {
  const { record, said, end, total } = stage({ name: 'a', act: (step) => step.fail('as it should') }, { name: 'b', needs: 'a' });
  await end('a');
  assert.deepEqual(await total, { passed: 0, failed: 2, skipped: 0 });
  assert.deepEqual(record, ['a starts', 'a ends']);
  assert.match(said[0], /FAILED: as it should\n.* 1 FAILED /);
  assert.match(said[1], /not run, because of-a-test-a failed/);
});

test('two steps that use the same run one after the other', async () => {
  const { record, end, total } = stage({ name: 'a', uses: 'x' }, { name: 'b', uses: 'x' }, { name: 'c', uses: 'y' }, { name: 'd' });
  assert.deepEqual(record, ['a starts', 'c starts']);
  await end('c');
  assert.equal(record.at(-1), 'd starts');
  await end('d');
  assert.equal(record.at(-1), 'd ends');
  await end('a');
  assert.equal(record.at(-1), 'b starts');
  await end('b');
  assert.equal((await total).passed, 4);
});

test('what is skipped is counted and said; what did nothing failed, and so did what threw', async () => {
  const { said, end, total } = stage(
    { name: 'a', act: (step) => step.skip('there is no such thing here') },
    { name: 'b', act: () => {} },
    {
      name: 'c',
      act: () => {
        throw new Error('thrown');
      },
    },
  );
  await end('a');
  await end('b');
  await end('c');
  assert.deepEqual(await total, { passed: 0, failed: 2, skipped: 1 });
  assert.match(said[0], /\| skipped: there is no such thing here\n {2}0 ok, 1 skipped, /);
  assert.match(said[1], /FAILED: no test ran/);
  assert.match(said[2], /FAILED: Error: thrown/);
});
