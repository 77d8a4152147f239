// The default entry: the engine's bytes are inlined, and compiled when the first uid arrives.

export { init, initSync } from './engine.ts';
export { IdleWheelError } from './errors.ts';
export { IdleWheel } from './wheel.ts';
