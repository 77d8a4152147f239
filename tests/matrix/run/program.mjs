// The program that each case loads: a wheel on the host's own interval, one uid, and the line that says it expired.

/** What a case is to see. */
export const EXPIRED = expired('ada', 1);

export function expired(uid, value) {
  return `expired ${uid} ${value}`;
}

/** `say` is the name of a function of the program's that takes the line. */
export function watch({ say = 'console.log', uid = 'ada', value = 1 } = {}) {
  return `new IdleWheel({ timeout: 30, tick: 10, ref: true, onExpire: (uid, value) => ${say}(\`expired \${uid} \${value}\`) })
  .touch('${uid}', { value: ${value} });
`;
}

export const imported = (options) => `import { IdleWheel } from 'idlewheel';\n${watch(options)}`;
export const required = (options) => `const { IdleWheel } = require('idlewheel');\n${watch(options)}`;

/** A function's body that gives the line as a promise, for hosts that wait for one. */
export const PROMISE = `new Promise((say) => ${watch({ say: 'say' }).trim().slice(0, -1)})`;
