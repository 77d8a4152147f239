// ServiceWorker #1407, vultisig #4410: service workers start, as module and classic.

import { PROMISE } from '../run/program.mjs';
import { workerCases } from '../run/workers.mjs';

export default workerCases({
  name: 'worker-service',
  title: 'service worker',
  // A service worker is kept only while an event is waited for.
  worker: `self.onmessage = (event) => {
  const said = ${PROMISE}.catch((error) => \`error: \${error}\`);
  event.waitUntil(said.then((line) => event.source.postMessage(line)));
};
`,
  page: (options) => `navigator.serviceWorker.onmessage = ({ data }) => say(data);
await navigator.serviceWorker.register(${options});
(await navigator.serviceWorker.ready).active.postMessage('');
`,
});
