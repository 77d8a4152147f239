export const spaced = (number) => number.toLocaleString('en').replaceAll(',', ' ');

/** To three digits or so, as many as mean something. */
export function short(number) {
  const size = Math.abs(number);
  return spaced(Number(number.toFixed(size >= 99.5 ? 0 : size >= 9.95 ? 1 : 2)));
}

export const sizeName = (size) =>
  size % 1_000_000 === 0 ? `${size / 1_000_000} M` : size % 1_000 === 0 ? `${size / 1_000} k` : String(size);
