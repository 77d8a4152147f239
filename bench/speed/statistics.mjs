/** The middle one, or the mean of the two in the middle. */
export function median(numbers) {
  if (numbers.length === 0) throw new Error('the median of nothing');
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const mean = (numbers) => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

/** The median of repetitions, and how far they lie apart. */
export const spread = (numbers) => ({ median: median(numbers), min: Math.min(...numbers), max: Math.max(...numbers) });

/** How many times `other` is of `own`, repetition by repetition: two that ran one after the other, on the same machine in the same mood. */
export const ratios = (own, other) => spread(own.map((n, i) => other[i] / n));
