// Measures in headless Chromium: a browser for each measurement, so that each has a process of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import { start } from '../../../tests/browser/webdriver.mjs';
import { Failure } from '../../../tools/exec.mjs';
import { bundle } from './bundle.mjs';
import { serve } from './server.mjs';

/** Longer than any measurement takes. */
const LIMIT_MS = 300_000;

export async function openChromium(builds) {
  const names = builds.map(({ name }) => name);
  const server = await serve(await bundle(), Object.fromEntries(builds.map(({ name, folder }) => [name, folder])));
  return {
    async measure({ peerName, caseName, size, kind, ms }) {
      const browser = await start('chromium');
      try {
        const answer = server.answer();
        await browser.open(`${server.url}?job=${encodeURIComponent(JSON.stringify({ peerName, caseName, size, kind, ms, names }))}`);
        const limit = sleep(LIMIT_MS, { error: `no answer after ${LIMIT_MS / 1000} s` }, { ref: false });
        const { error, numbers } = await Promise.race([answer, limit]);
        if (error !== undefined) throw new Failure(`${peerName}, ${caseName}, ${kind}, ${size}: ${error}`);
        return numbers;
      } finally {
        await browser.end();
      }
    },
    /** As the browser calls itself. */
    async version() {
      const browser = await start('chromium');
      try {
        await browser.open(server.url);
        return await browser.run(() => navigator.userAgent.match(/Chrome\/[\d.]+/)?.[0] ?? navigator.userAgent);
      } finally {
        await browser.end();
      }
    },
    end: server.end,
  };
}
