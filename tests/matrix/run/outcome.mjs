// How a case ends, beside well.

/** What can't be had or started here is no success and no failure of the package. */
export class NotRun extends Error {}

export class Failed extends Error {}

/** `text` is all that a program printed or a page shows, which is the lines that were to be seen and no others. */
export function expectLines(text, ...lines) {
  const printed = text.trim().split('\n').sort();
  if (printed.join('\n') === [...lines].sort().join('\n')) return;
  throw new Failed(`expected ${lines.map((line) => JSON.stringify(line)).join(', ')}, saw ${JSON.stringify(shortened(text.trim()))}`);
}

/** `parts`: what the text begins with, and what else is in it. */
export function expectError(text, start, ...parts) {
  if (text.startsWith(start) && parts.every((part) => text.includes(part))) return;
  throw new Failed(
    `expected ${[start, ...parts].map((part) => JSON.stringify(part)).join(' with ')}, saw ${JSON.stringify(shortened(text))}`,
  );
}

const LONGEST = 2_000;
const shortened = (text) => (text.length > LONGEST ? `…${text.slice(-LONGEST)}` : text);
