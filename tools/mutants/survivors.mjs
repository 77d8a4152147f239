// Which mutants no test found, and whether docs/mutants.md explains just these.

/**
 * Names that stay when lines move: those of cargo-mutants without line and column, and numbered where that makes several alike.
 * From the one to the other.
 */
export function lastingNames(names) {
  const bare = (name) => name.replace(/^([^:]+):\d+:\d+: /, '$1: ');
  const total = new Map();
  for (const name of names) total.set(bare(name), (total.get(bare(name)) ?? 0) + 1);
  const met = new Map();
  const lasting = new Map();
  for (const name of names) {
    const title = bare(name);
    met.set(title, (met.get(title) ?? 0) + 1);
    lasting.set(name, total.get(title) === 1 ? title : `${title} (${met.get(title)} of ${total.get(title)})`);
  }
  return lasting;
}

/** What a text explains: a line for each, its lasting name between backticks and then the reason. */
export const explanations = (text) => [...text.matchAll(/^- `(.+?)`: .+$/gm)].map(([, name]) => name);

/**
 * What is wrong, a line each. `names`: from the given names of all mutants to their lasting ones; `outcomes`: what became of those that were
 * tried. A mutant that ran out of time was found: it goes round for ever.
 */
export function problems({ names, outcomes, explained }) {
  const known = new Set(names.values());
  return [
    ...explained.filter((name, at) => explained.indexOf(name) !== at).map((name) => `explained twice: ${name}`),
    ...explained.filter((name) => !known.has(name)).map((name) => `explained, and there is no such mutant: ${name}`),
    ...outcomes.flatMap(({ name, summary }) => {
      const isExplained = explained.includes(names.get(name));
      if (summary === 'MissedMutant' && !isExplained) return [`no test finds ${names.get(name)}  (${name.split(': ')[0]})`];
      if (summary === 'CaughtMutant' && isExplained) return [`explained, and yet a test finds it: ${names.get(name)}`];
      return [];
    }),
  ];
}
