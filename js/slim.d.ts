// Brings no engine: `await init(source)`, or `initSync(source)`, comes before the first touch.
export * from './index.js';
