// Memory that the host refuses: CAPACITY; everyone who is here stays, and goes on to expire.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const LIMIT = { flags: ['--wasm-max-mem-pages=320'] }; // 20 MiB

for (const [what, make] of [
  ['short uids', '(i) => "uid" + i'],
  ['integers', '(i) => i'],
  ['long uids', '(i) => i + "long".repeat(500)'],
  ['very long uids', '(i) => i + "long".repeat(200_000)'],
]) {
  test(`${what}: the first that finds no memory is refused, and nothing else changes`, async () => {
    const seen = await valueOfModule(
      `
      import { IdleWheelError } from './package.mjs';
      import { manualWheel, run } from './wheels.mjs';
      const { wheel, expired } = manualWheel();
      const make = ${make};
      let n = 0, refusal;
      while (refusal === undefined) {
        try { wheel.touch(make(n)); n++; } catch (error) { refusal = error; }
      }
      const seen = { code: refusal.code, isError: refusal instanceof IdleWheelError, message: refusal.message, n };
      seen.touches = wheel.stats().touches;
      seen.size = wheel.size;
      seen.refusedIsHere = wheel.has(make(n));
      seen.missing = 0;
      for (let i = 0; i < n; i++) if (!wheel.has(make(i))) seen.missing++;
      seen.listed = new Set(wheel).size;
      seen.again = [];
      for (let i = 0; i < 5; i++) { try { wheel.touch(make(n + i)); seen.again.push('touched'); } catch (error) { seen.again.push(error.code); } }
      seen.sizeAgain = wheel.size;
      seen.early = run(wheel, 30);
      seen.expired = wheel.tick();
      seen.distinct = new Set(expired).size;
      seen.left = wheel.size;
      seen.reused = [0, 0, 0].map(() => {
        let fit = 0;
        try { while (fit < n) { wheel.touch(make(fit)); fit++; } } catch {}
        wheel.clear();
        return fit;
      });
      console.log(JSON.stringify(seen));
    `,
      LIMIT,
    );
    assert.equal(seen.code, 'CAPACITY', seen.message);
    assert.equal(seen.isError, true);
    assert.ok(seen.n > 10, `${seen.n} found room`);
    assert.equal(seen.touches, seen.n);
    assert.equal(seen.size, seen.n);
    assert.equal(seen.refusedIsHere, false);
    assert.equal(seen.missing, 0);
    assert.equal(seen.listed, seen.n);
    assert.equal(seen.sizeAgain, seen.n + seen.again.filter((result) => result === 'touched').length);
    assert.equal(seen.early, 0);
    assert.equal(seen.expired, seen.sizeAgain);
    assert.equal(seen.distinct, seen.sizeAgain);
    assert.equal(seen.left, 0);
    // Pieces of memory as large as these fit less well the second time, and then as well each time.
    assert.ok(seen.reused[0] >= seen.n * (what === 'very long uids' ? 0.5 : 1), `${seen.reused} of ${seen.n} fit again`);
    assert.deepEqual(seen.reused, Array(3).fill(seen.reused[0]), 'what they held is free again');
  });
}

test('touchMany: all or none, also when memory ends in the middle', async () => {
  const seen = await valueOfModule(
    `
    import { manualWheel, run, uidsNamed } from './wheels.mjs';
    const { wheel } = manualWheel();
    wheel.touchMany(['a', 'b']);
    run(wheel, 10);
    const seen = {};
    try { wheel.touchMany(['a', ...uidsNamed('many', 500_000), 'b']); } catch (error) { seen.code = error.code; }
    seen.size = wheel.size;
    seen.remaining = [wheel.remaining('a'), wheel.remaining('b')];
    seen.touches = wheel.stats().touches;
    seen.early = run(wheel, 20);
    seen.expired = wheel.tick();
    seen.after = wheel.touchMany(uidsNamed('many', 10_000));
    console.log(JSON.stringify(seen));
  `,
    LIMIT,
  );
  assert.deepEqual(seen, { code: 'CAPACITY', size: 2, remaining: [21, 21], touches: 2, early: 0, expired: 2, after: 10_000 });
});

test('a capacity that the host refuses is CAPACITY on first use, and the other wheels live on', async () => {
  const seen = await valueOfModule(
    `
    import { IdleWheel } from './package.mjs';
    import { manualWheel, run } from './wheels.mjs';
    const { wheel } = manualWheel();
    wheel.touch('a');
    const seen = [];
    for (const capacity of [10_000_000, 2 ** 31 - 1]) {
      const greedy = new IdleWheel({ driver: 'manual', capacity });
      try { greedy.touch('b'); } catch (error) { seen.push(error.code, greedy.size); }
    }
    seen.push(run(wheel, 30), wheel.tick(), wheel.touch('c'));
    console.log(JSON.stringify(seen));
  `,
    LIMIT,
  );
  assert.deepEqual(seen, ['CAPACITY', 0, 'CAPACITY', 0, 0, 1, true]);
});

test('a uid too long for the memory is refused, before anything changes', async () => {
  const seen = await valueOfModule(
    `
    import { manualWheel, run } from './wheels.mjs';
    const { wheel } = manualWheel();
    wheel.touch('a');
    const seen = [];
    const long = 'x'.repeat(100_000_000);
    for (const call of [() => wheel.touch(long), () => wheel.handle(long), () => wheel.touchMany(['b', long])]) {
      try { call(); seen.push('touched'); } catch (error) { seen.push(error.code ?? error.name); }
    }
    seen.push(wheel.size, run(wheel, 30), wheel.tick(), wheel.touch('c'));
    console.log(JSON.stringify(seen));
  `,
    LIMIT,
  );
  assert.deepEqual(seen, ['CAPACITY', 'CAPACITY', 'CAPACITY', 1, 0, 1, true]);
});

test('asking whether a uid too long for the memory is here says no, or is refused, and breaks nothing', async () => {
  const seen = await valueOfModule(
    `
    import { manualWheel, run } from './wheels.mjs';
    const { wheel } = manualWheel();
    wheel.touch('a');
    const seen = [];
    const long = 'x'.repeat(100_000_000);
    for (const call of [() => wheel.has(long), () => wheel.delete(long), () => wheel.get(long) !== undefined]) {
      try { seen.push(call() === false); } catch (error) { seen.push(error.code === 'CAPACITY'); }
    }
    seen.push(wheel.size, run(wheel, 30), wheel.tick());
    console.log(JSON.stringify(seen));
  `,
    LIMIT,
  );
  assert.deepEqual(seen, [true, true, true, 1, 0, 1]);
});
