// Starts a process of Node for one measurement.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../tools/exec.mjs';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));
/** The same for all. */
export const NODE_FLAGS = ['--expose-gc'];

export function inNode(job) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, CHILD, JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0 && text !== '') resolve(JSON.parse(text));
      else reject(new Failure(`${job.peerName}, ${job.caseName}, ${job.kind}, ${job.size}: the process ended with ${signal ?? code}`));
    });
  });
}
