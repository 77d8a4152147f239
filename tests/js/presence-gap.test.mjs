// A server that hung, or slept, is not told that everybody has left; unless it wants to be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeHost } from './host.mjs';
import { intervalPresence } from './presences.mjs';

for (const [options, isHere] of [
  [{}, true],
  [{ gap: 'forgive' }, true],
  [{ gap: 'count' }, false],
]) {
  test(`whoever could not beat while the loop was blocked is ${isHere ? 'here' : 'gone'} with ${JSON.stringify(options)}`, (t) => {
    const host = fakeHost(t);
    const { presence, events } = intervalPresence({ ...options, away: 20_000, maxLife: 50_000 });
    presence.connect('ada');
    host.advance(5000);
    host.block(600_000);
    host.advance(10_000);
    assert.equal(presence.has('ada'), isHere);
    if (isHere) assert.deepEqual(events, ['join ada']);
    // It is silence from now on that counts.
    host.advance(20_000);
    assert.equal(presence.has('ada'), false);
  });
}
