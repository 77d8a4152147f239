// Whoever has no DOM types is not asked for them, and gets no `any` in their place.
import { IdleWheel, init, initSync } from 'idlewheel';

new IdleWheel({ timeout: 5000 });
init();

// @ts-expect-error: what is no signal is none here either
new IdleWheel({ signal: 'signal' });
// @ts-expect-error: nor here
new IdleWheel().expirations({ signal: 5 });
// @ts-expect-error: what is no engine is none here either
init({ ok: true });

// The DOM's WebAssembly.Module is an empty interface, and so takes anything; without it, engines are told apart.
// @ts-expect-error: a number is no engine
init(5);
// @ts-expect-error: an address has to be fetched, which takes time
initSync('https://example.org/idlewheel.wasm');
// @ts-expect-error: and so does a promise
initSync(Promise.resolve(new ArrayBuffer(8)));
