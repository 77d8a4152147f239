// next #83046, tiktoken #61, #67: server bundles lose the file. There is none.

import { browsers, session } from '../run/browser.mjs';
import { expectLines } from '../run/outcome.mjs';
import { large, toolBin, toolVersion } from '../run/places.mjs';
import { serve } from '../run/process.mjs';
import { EXPIRED, PROMISE } from '../run/program.mjs';

const CLIENT = `'use client';
import { IdleWheel } from 'idlewheel';
import { useEffect, useState } from 'react';

export function Client() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    ${PROMISE}.then(setSaid);
  }, []);
  return <p id="client">{said}</p>;
}
`;

const PAGE = `import { IdleWheel } from 'idlewheel';
import { Client } from './client';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const said = await ${PROMISE};
  return (
    <>
      <p id="server">{said}</p>
      <Client />
    </>
  );
}
`;

const LAYOUT = `export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;

const ROUTE = `import { IdleWheel } from 'idlewheel';

export const dynamic = 'force-dynamic';

export async function GET() {
  return new Response(await ${PROMISE});
}
`;

const version = () => toolVersion('next');

async function build(project, bundler) {
  project.write('app/layout.jsx', LAYOUT);
  // The folder that has Next.js in it, which it would not find from the project's own.
  project.write('next.config.mjs', `export default { turbopack: { root: ${JSON.stringify(large)} } };\n`);
  await project.node(toolBin('next'), 'build', `--${bundler}`);
}

async function whileStarted(project, use) {
  const args = [toolBin('next'), 'start', '--hostname', '127.0.0.1', '--port', '0'];
  const server = await serve(process.execPath, args, /http:\/\/127\.0\.0\.1:(\d+)/, { cwd: project.folder });
  try {
    return await use(`http://127.0.0.1:${server.captured}`);
  } catch (error) {
    error.message += `; the server said ${JSON.stringify(server.output().slice(0, 2_000))}`;
    throw error;
  } finally {
    await server.end();
  }
}

const components = ['turbopack', 'webpack'].map((bundler) => ({
  name: `next-${bundler}`,
  tool: 'Next.js',
  what: `\`next build --${bundler}\` and \`next start\`: a server component and a client component`,
  large: true,
  hosts: browsers,
  version,
  prepare(project) {
    project.write('app/client.jsx', CLIENT);
    project.write('app/page.jsx', PAGE);
    return build(project, bundler);
  },
  run: (project, browser) =>
    whileStarted(project, async (url) => {
      const page = await session(browser);
      await page.open(url);
      const texts = await page.until(() => {
        const all = ['server', 'client'].map((id) => document.getElementById(id)?.textContent);
        return all.every(Boolean) && all;
      });
      expectLines(texts.join('\n'), EXPIRED, EXPIRED);
    }),
}));

const edge = ['turbopack', 'webpack'].map((bundler) => ({
  name: `next-edge-${bundler}`,
  tool: 'Next.js',
  what: `\`next build --${bundler}\` and \`next start\`: a route of the edge runtime`,
  large: true,
  version,
  prepare(project) {
    project.write('app/route.js', `export const runtime = 'edge';\n${ROUTE}`);
    return build(project, bundler);
  },
  run: (project) =>
    whileStarted(project, async (url) => {
      const response = await fetch(url, { signal: AbortSignal.timeout(60_000) });
      expectLines(await response.text(), EXPIRED);
    }),
}));

export default [...components, ...edge];
