// How many tests passed and failed, read from what the runners print. None at all is a failure, said in `problem`.

/** `cargo test`, native or with wasm-bindgen's runner: a line for each test binary. */
export function countCargo(text, exitedWell) {
  let passed = 0;
  let failed = 0;
  for (const [, ok, bad] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)) {
    passed += Number(ok);
    failed += Number(bad);
  }
  return judged(passed, failed, exitedWell);
}

/** `node --test` with the reporter `spec`. */
export function countNode(text, exitedWell) {
  const total = (word) => Number(text.match(new RegExp(`^ℹ ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  // A file without tests is reported as one test that passed, named by the file's path.
  const empty = [...text.matchAll(/^✔ (\/.+\.test\.mjs) \(/gm)].map(([, file]) => file);
  const skipped = [...text.matchAll(/^﹣ (.+) \([\d.]+ms\) # (.+)$/gm)].map(([, title, reason]) => `${title}: ${reason}`);
  const count = { ...judged(total('pass') - empty.length, total('fail') + total('cancelled'), exitedWell), skipped };
  if (empty.length === 0) return count;
  return { ...count, failed: count.failed + empty.length, problem: `no test in ${empty.join(', ')}` };
}

function judged(passed, failed, exitedWell) {
  if (failed > 0) return { passed, failed };
  if (!exitedWell) return { passed, failed: 1, problem: 'the runner failed, though no test did' };
  if (passed === 0) return { passed, failed: 1, problem: 'no test ran' };
  return { passed, failed };
}
