export const spaced = (number) => number.toLocaleString('en').replaceAll(',', ' ');

/** Ms, to as many digits as mean something. */
export const ms = (number) => number.toFixed(number < 99.95 ? 1 : 0);
