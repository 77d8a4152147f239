// What is minified has lost the names of its classes; these two are read by people.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { IdleWheel, IdleWheelError } from './package.mjs';

test('the classes have their names, and a subclass has its own', () => {
  assert.deepEqual([IdleWheel.name, IdleWheelError.name], ['IdleWheel', 'IdleWheelError']);
  assert.match(inspect(new IdleWheel()), /^IdleWheel /);
  assert.equal(class Rooms extends IdleWheel {}.name, 'Rooms');
});
