// Whoever has the DOM's types gets them.
import { IdleWheel, init, initSync } from 'idlewheel';

const { signal } = new AbortController();
new IdleWheel({ signal });
new IdleWheel({ signal: AbortSignal.timeout(1000) });
new IdleWheel().expirations({ signal });
init(new URL('https://example.org/idlewheel.wasm'));
init(fetch('/idlewheel.wasm'));
init(new Response());
init(new WebAssembly.Module(new Uint8Array(8)));
initSync(new WebAssembly.Module(new Uint8Array(8)));

// @ts-expect-error: the controller is not its signal
new IdleWheel({ signal: new AbortController() });
// @ts-expect-error: nor is an event
new IdleWheel().expirations({ signal: new Event('abort') });
