import { watch } from '../run/program.mjs';
import { workerCases } from '../run/workers.mjs';

export default workerCases({
  name: 'worker-shared',
  title: 'shared worker',
  worker: `self.onconnect = ({ ports: [port] }) => {
  const say = (line) => port.postMessage(line);
  try {
    ${watch({ say: 'say' })}
  } catch (error) {
    say(\`error: \${error}\`);
  }
};
`,
  page: (options) => `const worker = new SharedWorker(${options});
worker.port.onmessage = ({ data }) => say(data);
worker.onerror = ({ message }) => say(\`error: \${message}\`);
`,
});
