// Every entry of the wheel itself: they differ in where the engine comes from (source/).

export { init, initSync } from './engine.ts';
export { IdleWheelError } from './errors.ts';
export { IdleWheel } from './wheel.ts';
