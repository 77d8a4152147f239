// Pages in the three browsers, one session of each for all cases; each case has an origin of its own.

import { browsers, start } from '../../browser/webdriver.mjs';
import { expectLines, NotRun } from './outcome.mjs';
import { EXPIRED } from './program.mjs';

export { browsers };

const sessions = new Map();

export function session(name) {
  if (!sessions.has(name)) sessions.set(name, open(name));
  return sessions.get(name);
}

async function open(name) {
  try {
    return await start(name);
  } catch (error) {
    throw /is missing: run/.test(error.message) ? new NotRun(error.message) : error;
  }
}

export async function endBrowsers() {
  const all = [...sessions.values()];
  sessions.clear();
  for (const started of await Promise.allSettled(all)) await started.value?.end();
}

/** What the page at an address says, by its title; see page.mjs. */
export async function said(name, url) {
  const browser = await session(name);
  await browser.open(url);
  return browser.until(() => document.title);
}

export async function expectExpiry(name, url) {
  expectLines(await said(name, url), EXPIRED);
}

const PATTERNS = { chromium: /Chrome\/([\d.]+)/, firefox: /Firefox\/([\d.]+)/, webkit: /Version\/([\d.]+)/ };
const TITLES = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKitGTK' };

export const browserTitle = (name) => TITLES[name];

/** Of the browsers that were started, as they call themselves. */
export async function sessionVersions() {
  const versions = {};
  for (const [name, started] of sessions) {
    const browser = await started.catch(() => undefined);
    const agent = await browser?.run(() => navigator.userAgent);
    if (agent !== undefined) versions[name] = agent.match(PATTERNS[name])?.[1] ?? agent;
  }
  return versions;
}
