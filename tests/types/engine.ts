// init() and initSync().
import { type Bytes, type EngineSource, init, initSync } from 'idlewheel';
import { same } from './same.js';

const started = init();
same<typeof started, Promise<void>>(true);
same<ReturnType<typeof initSync>, void>(true);

init(new Uint8Array(8));
init(new ArrayBuffer(8));
init('https://example.org/idlewheel.wasm');
init(Promise.resolve(new Uint8Array(8)));
initSync(new Uint8Array(8));
initSync(new DataView(new ArrayBuffer(8)));
const bytes: Bytes = new ArrayBuffer(8);
const source: EngineSource = bytes;
init(source);

// @ts-expect-error: null is no engine
init(null);
