// Runs a module in a process of its own: for whatever ends a process, or must be the first to happen in one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Far beyond what any of them takes, on any machine: what has not ended by then never will. */
const LIMIT_MS = 120_000;

/** The module's imports are relative to this folder. Resolves when the process has ended, however it did. */
export function runModule(source, { flags = [], env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', source], {
      cwd: HERE,
      env: { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

/** Runs a module that prints one JSON value and ends well; that value. */
export async function valueOfModule(source, options) {
  const { code, signal, stdout, stderr } = await runModule(source, options);
  if (code !== 0) throw new Error(`the child ended with ${signal ?? code}\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}
