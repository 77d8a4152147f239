// Memory refused at any allocation: CAPACITY, nothing has changed, and everyone who is here expires in time. A panic at any use of the
// engine: ENGINE, with its text, from then on, and no timer goes on. Refusals: one for each allocation. Panics: a dozen, spread over a scene.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOfModule } from './child.mjs';

const CROWD = `
  import { codeOf, faults, granting, NEVER } from './faults.mjs';
  import { IdleWheel } from './package.mjs';
  const crowd = (n) => Array.from({ length: n }, (_, i) => (i % 3 === 0 ? i : i % 3 === 1 ? 'uid ' + i : '\\u4e2d a uid too long for its entry ' + i));
  const make = (n, options) => {
    const expired = [];
    const wheel = new IdleWheel({ driver: 'manual', tick: 1, timeout: 5, ...options });
    wheel.on('expire', (uid) => expired.push(uid));
    wheel.touchMany(crowd(n));
    return { wheel, expired };
  };
  const state = (wheel) => JSON.stringify([wheel.size, [...wheel.entries()], wheel.stats().touches, wheel.stats().now, wheel.ticksToExpiry]);
`;

/** Acts that may need memory, on a wheel of some uids. Most of them at the sizes at which one of its tables grows. */
const ACTS = {
  'a new integer': '(wheel) => wheel.touch(-1)',
  'a new short uid': '(wheel) => wheel.touch("new")',
  'a new long uid': '(wheel) => wheel.touch("a new uid that its entry can not hold, whatever it does")',
  'a new uid longer than the scratch area': '(wheel) => wheel.touch("new".repeat(3000))',
  'a new uid of two bytes a unit': '(wheel) => wheel.touch("\\u4e2d".repeat(3000))',
  'a new uid with a value and a timeout': '(wheel) => wheel.touch("new", { value: 1, timeout: 3 })',
  'a handle of a new uid': '(wheel) => wheel.handle("new")',
  'many new uids': '(wheel) => wheel.touchMany(Array.from({ length: 40 }, (_, i) => i + " is new, and too long for an entry of its own"))',
  'many, some of them new, some long': '(wheel) => wheel.touchMany([0, "new", "uid 1", "new".repeat(3000), "new", -1])',
  'a look-up of a uid longer than the scratch area': '(wheel) => wheel.has("long".repeat(3000))',
};

for (const [name, act] of Object.entries(ACTS)) {
  test(`${name}: CAPACITY at whichever allocation is refused, nothing has changed, and nobody is lost`, async () => {
    const seen = await valueOfModule(`${CROWD}
      const act = ${act};
      const problems = [];
      let refused = 0;
      for (const size of [0, 1, 3, 63, 64, 191, 192, 200, 447, 448, 500]) {
        for (let granted = 0, done = false; !done; granted++) {
          const { wheel, expired } = make(size);
          const before = state(wheel);
          const code = granting(granted, () => codeOf(() => act(wheel)));
          done = code === 'none';
          if (!done) refused++;
          if (!done && code !== 'CAPACITY') problems.push([size, granted, code]);
          if (!done && state(wheel) !== before) problems.push([size, granted, 'changed']);
          if (codeOf(() => act(wheel)) !== 'none') problems.push([size, granted, 'is refused though there is memory again']);
          const here = new Set(wheel);
          for (let tick = 0; tick < 6; tick++) wheel.tick();
          if (new Set(expired).size !== here.size || expired.length !== here.size || wheel.size !== 0) problems.push([size, granted, 'lost']);
          wheel.close();
        }
      }
      console.log(JSON.stringify({ problems: problems.slice(0, 10), refused }));
    `);
    assert.deepEqual(seen.problems, []);
    assert.ok(seen.refused > 0, 'memory was needed somewhere');
  });
}

test('a new wheel where the host has little memory left: CAPACITY or a wheel, and never a wheel by halves', async () => {
  const seen = await valueOfModule(`${CROWD}
    const codes = {};
    const other = make(10);
    let spoilt = 0;
    for (const capacity of [undefined, 1000]) {
      const wheels = [];
      // As many wheels as the engine's list of them has to grow for.
      for (let n = 0; n < 6; n++) {
        let code;
        for (let left = 0; code !== 'none'; left += 200) {
          const wheel = new IdleWheel({ driver: 'manual', capacity });
          faults.leave_room(left);
          code = codeOf(() => wheel.touch('uid'));
          faults.leave_room(NEVER);
          codes[code] = (codes[code] ?? 0) + 1;
          if (code !== 'none' && (wheel.size !== 0 || !wheel.touch('uid'))) spoilt++;
          if (code !== 'none') wheel.close();
          else wheels.push(wheel);
        }
      }
      if (!wheels.every((wheel) => wheel.has('uid'))) spoilt++;
    }
    for (let tick = 0; tick < 6; tick++) other.wheel.tick();
    console.log(JSON.stringify({ codes: Object.keys(codes).sort(), made: codes.none, refused: codes.CAPACITY, spoilt, expired: other.expired.length }));
  `);
  assert.deepEqual({ ...seen, refused: undefined }, { codes: ['CAPACITY', 'none'], made: 12, refused: undefined, spoilt: 0, expired: 10 });
  assert.ok(seen.refused > 100, `${seen.refused} refusals`);
});

test('ticks, known uids, deletions and answers need no memory: where there is none they work as ever', async () => {
  const seen = await valueOfModule(`${CROWD}
    const { wheel, expired } = make(300);
    const handle = wheel.handle('uid 1');
    const codes = granting(0, () => [
      () => wheel.touch('uid 1'), () => wheel.touch(0, { timeout: 2 }), () => handle.touch(), () => wheel.touchMany(crowd(300)), () => wheel.has('uid 4'),
      () => wheel.remaining('uid 4'), () => wheel.delete('uid 4'), () => handle.delete(), () => wheel.ticksToExpiry, () => wheel.stats(), () => [...wheel],
      () => wheel.tick(), () => wheel.tick(), () => wheel.tick(), () => wheel.tick(), () => wheel.tick(), () => wheel.tick(), () => wheel.clear(),
    ].map(codeOf));
    console.log(JSON.stringify({ codes: [...new Set(codes)], expired: expired.length, size: wheel.size }));
  `);
  assert.deepEqual(seen, { codes: ['none'], expired: 298, size: 0 });
});

test('late ticks without memory expire whom they would expire with it', async () => {
  const seen = await valueOfModule(`${CROWD}
    const histories = [0, NEVER].map((granted) => {
      let now = 0;
      const wheel = new IdleWheel({ tick: 1, timeout: 50, clock: () => now });
      const expired = [];
      wheel.on('expire', (uid) => expired.push([uid, now]));
      wheel.touchMany(crowd(100));
      for (let i = 0; i < 200; i++) {
        now += 1 + (i * 7) % 13;
        granting(granted, () => wheel.tick());
        if (wheel.size > 0) wheel.touch([...wheel][i % wheel.size]);
      }
      wheel.close();
      return expired;
    });
    console.log(JSON.stringify(histories));
  `);
  assert.ok(seen[1].length > 0);
  assert.deepEqual(seen[0].sort(), seen[1].sort());
});

const HOSTS = ['time', 'a late tick', 'its turns'];

/** A scene that uses all there is; each `step` is a call that may find the engine broken. */
const SCENE = `
  import { IdleWheelError } from './package.mjs';
  import { fakeHost } from './host.mjs';
  const ends = [];
  const host = fakeHost({ after: (end) => ends.push(end) });
  const play = (uses) => {
    const steps = [];
    const errors = [];
    const step = (name, act) => {
      try { act(); steps.push([name, 'none', false, errors.length]); } catch (error) {
        if (!(error instanceof IdleWheelError)) throw error;
        steps.push([name, error.code, error.message.includes('asked to panic'), errors.length]);
      }
    };
    const wheel = new IdleWheel({ tick: 10, timeout: 50, maxPerTurn: 3 });
    const handle = wheel.handle('handle', { timeout: 20 });
    faults.panic_after(uses);
    wheel.on('error', (error) => errors.push(error.code));
    wheel.on('expire', () => { if (!wheel.has('stays')) wheel.touch('stays'); });
    step('touch', () => wheel.touch('uid'));
    step('touchMany', () => wheel.touchMany(crowd(30)));
    step('handle', () => wheel.handle('another', { timeout: 20 }));
    step('touch by handle', () => handle.touch());
    step('has', () => wheel.has('uid'));
    step('remaining', () => wheel.remaining('uid'));
    step('delete', () => wheel.delete('uid'));
    step('iteration', () => [...wheel]);
    step('stats', () => wheel.stats());
    step('time', () => host.advance(40));
    step('a late tick', () => { host.block(35); host.advance(0); });
    step('its turns', () => host.advance(100));
    step('tick', () => wheel.tick());
    step('clear', () => wheel.clear());
    step('touch again', () => wheel.touch('uid'));
    step('close', () => wheel.close());
    return { steps, errors, intervals: host.intervals.length, uses: uses - faults.uses_left() };
  };
`;

const playInChild = (uses) => valueOfModule(`${CROWD}${SCENE} console.log(JSON.stringify(play(${uses})));`);

test('a panic at whichever use of the engine: ENGINE with its text then and later, and no timer goes on', async () => {
  // An engine that broke down stays so: each panic has a process of its own, and they are spread over the scene.
  const whole = await playInChild('2 ** 31');
  assert.deepEqual([whole.errors, whole.intervals, whole.steps.filter(([, code]) => code !== 'none')], [[], 0, []]);
  assert.ok(whole.uses > 100, `${whole.uses} uses of the engine`);
  const points = Array.from({ length: 12 }, (_, i) => Math.floor((i * whole.uses) / 12));
  for (const uses of [...points, whole.uses - 1]) {
    const { steps, errors, intervals } = await playInChild(uses);
    // By a throw, or, where it happened in a timer, through the error listeners.
    const first = steps.findIndex(([, code, , told]) => code !== 'none' || told > 0);
    assert.ok(first >= 0, `panic after ${uses} uses: somebody is told`);
    assert.equal(intervals, 0, `panic after ${uses} uses: no timer is left`);
    assert.deepEqual(new Set(errors), new Set(errors.length > 0 ? ['ENGINE'] : []));
    for (const [name, code, hasText] of steps.slice(first)) {
      if (HOSTS.includes(name)) continue;
      assert.deepEqual([name, code, hasText], [name, 'ENGINE', true], `panic after ${uses} uses`);
    }
  }
});
