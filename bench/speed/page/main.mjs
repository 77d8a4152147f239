// One measurement in a page of its own: `/?job=…` runs it and sends the numbers back.

import { allCases } from '../cases/index.mjs';
import { allPeers } from '../peers/index.mjs';

async function run({ peerName, caseName, size, kind, ms, names }) {
  const builds = names.map((name) => ({ name, title: name, load: () => import(`/${name}/index.js`) }));
  const peer = allPeers(builds).find(({ name }) => name === peerName);
  return allCases.find(({ name }) => name === caseName).run({ peer, size, kind, ms });
}

async function answer() {
  // Without it the page's clock is too coarse.
  if (!crossOriginIsolated) throw new Error('the page is not isolated');
  return { numbers: await run(JSON.parse(new URL(location.href).searchParams.get('job'))) };
}

// The page is shown first: what it loads is no part of the measurement.
setTimeout(async () => {
  const result = await answer().catch((error) => ({ error: String(error.stack ?? error) }));
  await fetch('/result', { method: 'POST', body: JSON.stringify(result) });
}, 100);
