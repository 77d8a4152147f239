// What is in the tarball, beside what the package's package.json promises.

/** npm packs these whatever `files` says. */
const ALWAYS = /^(package\.json|readme(\.[^/]*)?|licen[cs]e(\.[^/]*)?)$/i;

/** `manifest` is the package's package.json; `packed` are the tarball's paths, `made` all that the build put into the folder. */
export function contentProblems({ manifest, packed, made }) {
  const { files = [] } = manifest;
  const missing = files.filter((entry) => !packed.some((path) => covers(entry, path)));
  const unexpected = packed.filter((path) => !ALWAYS.test(path) && !files.some((entry) => covers(entry, path)));
  const left = made.filter((path) => !packed.includes(path));
  const nowhere = [...new Set(targets(manifest))].filter((path) => !packed.includes(path));
  return [
    ...missing.map(
      (entry) => `\`files\` names ${entry}, which is not in the tarball: build it, or take it out of pkg-template/package.json`,
    ),
    ...unexpected.map((path) => `${path} is in the tarball and not in \`files\`: add it to pkg-template/package.json, or don't build it`),
    ...left.map(
      (path) => `${path} was built and is not in the tarball: add it to \`files\` in pkg-template/package.json, or don't build it`,
    ),
    ...nowhere.map(
      (path) => `package.json leads to ${path}, which is not in the tarball: mend \`exports\`, \`main\`, \`module\` or \`types\``,
    ),
  ];
}

/** The tarball's files, biggest first, as a table. */
export function listing(files) {
  const width = Math.max(...files.map(({ size }) => `${size}`.length));
  const sorted = [...files].sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  return sorted.map(({ path, size }) => `  ${`${size}`.padStart(width)}  ${path}`).join('\n');
}

/** Whether an entry of `files`, which is a file, a folder or a pattern, takes in a path. */
function covers(entry, path) {
  const pattern = entry
    .replace(/^\.?\//, '')
    .replace(/\/$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*|\?/g, (wild) => ({ '**/': '(.*/)?', '*': '[^/]*', '?': '[^/]' })[wild]);
  return new RegExp(`^${pattern}(/.*)?$`).test(path);
}

/** Every path in the tarball that package.json leads to. */
function targets({ main, module, types, exports = {} }) {
  const leaves = (value) => (typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]);
  return [main, module, types, ...leaves(exports)].filter((value) => typeof value === 'string').map((path) => path.replace(/^\.\//, ''));
}
