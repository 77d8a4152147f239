// A test file of the user's, for test runners: once on the host's timers, once on the runner's fake ones.

/** `runner`: the object with the fake timers, `jest` or `vi`. */
export const suite = (runner) => `
const options = { timeout: 30, tick: 10 };

test('a uid expires', async () => {
  const args = await new Promise((resolve) => {
    new IdleWheel({ ...options, onExpire: (...args) => resolve(args) }).touch('ada', { value: 1 });
  });
  expect(args).toEqual(['ada', 1]);
});

test('a uid expires on fake timers', () => {
  ${runner}.useFakeTimers();
  const onExpire = ${runner}.fn();
  new IdleWheel({ ...options, onExpire }).touch('ada', { value: 1 });
  ${runner}.advanceTimersByTime(30);
  expect(onExpire).not.toHaveBeenCalled();
  ${runner}.advanceTimersByTime(10);
  expect(onExpire.mock.calls).toEqual([['ada', 1]]);
  ${runner}.useRealTimers();
});
`;
export const TESTS = 2;
