// What callgrind wrote down (https://valgrind.org/docs/manual/cl-format.html), with nothing compressed.

/**
 * Instructions of the program itself, and of the libraries it loaded. Only the first are comparable: which `memcmp` the C library takes is
 * up to the processor.
 */
export function instructions(text, program) {
  let object;
  let isCallee = false;
  const count = { own: 0, library: 0 };
  for (const line of text.split('\n')) {
    if (line.startsWith('ob=')) object = line.slice('ob='.length);
    else if (line.startsWith('calls=')) isCallee = true;
    else if (/^\d/.test(line)) {
      // The line after a call is all that the callee took, which is listed as its own as well.
      if (!isCallee) count[object === program ? 'own' : 'library'] += Number(line.split(' ')[1]);
      isCallee = false;
    }
  }
  const total = Number(text.match(/^totals: (\d+)$/m)?.[1]);
  if (count.own === 0 || count.own + count.library !== total)
    throw new Error(`callgrind counted ${total}, which is not ${JSON.stringify(count)}`);
  return count;
}
