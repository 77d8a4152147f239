export const timeoutTicks = (timeoutMs, tickMs) => Math.ceil(timeoutMs / tickMs);

/** What listeners threw, once everybody was told. */
export function rethrow(thrown) {
  if (thrown.length > 0) throw new AggregateError(thrown, 'listeners threw');
}
