// One measurement, in a process of its own: prints `{ ns, share }`, of a sign of life and of a core.

import { measures } from './measures.mjs';

const [name, seconds, perSecond] = process.argv.slice(2);
const BURSTS = 20;

const [all, act] = await measures[name]();
shuffle(all);
const burst = () => {
  for (let i = 0; i < all.length; i++) act(all[i]);
};
for (let i = 0; i < 5; i++) burst();
const start = performance.now();
for (let i = 0; i < BURSTS; i++) burst();
const ns = ((performance.now() - start) * 1e6) / BURSTS / all.length;
console.log(JSON.stringify({ ns, share: await shareOfCore(Number(seconds) * 1_000, Number(perSecond)) }));
process.exit();

/** As messages come: some in each turn of the event loop. */
async function shareOfCore(ms, perSecond) {
  const before = process.cpuUsage();
  const start = performance.now();
  let sent = 0;
  for (let passed = 0; passed < ms; passed = performance.now() - start) {
    for (const due = Math.floor((passed * perSecond) / 1_000); sent < due; sent++) act(all[sent % all.length]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (performance.now() - start);
}

function shuffle(array) {
  for (let i = array.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [array[i], array[j]] = [array[j], array[i]];
  }
}
