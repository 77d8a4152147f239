// What was counted beside what was recorded.

/** A part of what was recorded. Less is not worth a word: a change elsewhere may make it, by what the compiler then puts where. */
const TOLERANCE = 0.02;

/** Both: instructions per operation, by path. Those that grew or shrank, and those that are in one of the two only. */
export function judge(recorded, counted) {
  const both = Object.keys(counted).filter((path) => path in recorded);
  return {
    grew: both.filter((path) => counted[path] > recorded[path] * (1 + TOLERANCE)),
    shrank: both.filter((path) => counted[path] < recorded[path] * (1 - TOLERANCE)),
    unknown: Object.keys(counted).filter((path) => !(path in recorded)),
    gone: Object.keys(recorded).filter((path) => !(path in counted)),
  };
}

const COLUMNS = ['per operation', 'instructions', 'recorded', 'change', 'C library'];

/** `library`: instructions of the C library per operation, for the reader only. */
export function table(recorded, counted, library) {
  const rows = Object.entries(counted).map(([path, count]) => {
    const before = recorded[path];
    const change = before && (count / before - 1) * 100;
    const changed = before ? [before.toFixed(2), `${change < 0 ? '' : '+'}${change.toFixed(1)} %`] : ['–', '–'];
    return [path, count.toFixed(2), ...changed, library[path].toFixed(2)];
  });
  const widths = COLUMNS.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column].length)));
  const line = ([path, ...numbers]) =>
    [path.padEnd(widths[0]), ...numbers.map((number, column) => number.padStart(widths[column + 1]))].join('   ');
  return [COLUMNS, ...rows].map(line).join('\n');
}
