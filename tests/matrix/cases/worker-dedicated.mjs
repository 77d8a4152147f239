import { watch } from '../run/program.mjs';
import { workerCases } from '../run/workers.mjs';

export default workerCases({
  name: 'worker-dedicated',
  title: 'dedicated worker',
  worker: watch({ say: 'postMessage' }),
  page: (options) => `const worker = new Worker(${options});
worker.onmessage = ({ data }) => say(data);
worker.onerror = ({ message }) => say(\`error: \${message}\`);
`,
});
