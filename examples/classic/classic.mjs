// The classic algorithm: 31 slots, and a pointer that the host moves on by one slot a second.

import { parseArgs } from 'node:util';
import { IdleWheel } from 'idlewheel';

const { values } = parseArgs({ options: { tick: { type: 'string', default: '1' } } });
const tick = Math.round(Number(values.tick) * 1000);

// 'manual': the wheel has no timer and reads no clock. A tick is a call of tick(), however long that takes.
const wheel = new IdleWheel({ driver: 'manual', tick, timeout: 30 * tick });
wheel.on('expire', (uid) => console.log(`tick ${wheel.stats().now}: ${uid} is offline`));
wheel.touchMany(['ada', 'bob']);

const timer = setInterval(() => {
  wheel.tick();
  // A touch between two ticks counts as made at the next: 30 silent ticks on, and one, is when the pointer comes round.
  if (wheel.stats().now === 10) wheel.touch('ada');
  if (wheel.size === 0) clearInterval(timer);
}, tick);
