// One version, in the four places that state it.

/** `crate` is Cargo.toml's version, `lock` and `changelog` are files' texts, `manifest` is the built package's, if it was built. */
export function versionProblems({ crate, lock, changelog, manifest }) {
  const problems = [];
  const locked = lock.match(/^name = "idlewheel"\nversion = "(.+)"$/m)?.[1];
  if (locked !== crate) {
    problems.push(`Cargo.lock has version ${locked ?? 'none'} of the crate and Cargo.toml ${crate}: run \`cargo update --workspace\``);
  }
  if (manifest && manifest.version !== crate) {
    problems.push(
      `the package has version ${manifest.version} and Cargo.toml ${crate}: the build takes it from there, so see tools/pack.mjs`,
    );
  }
  const { version: newest, lines } = newestEntry(changelog);
  if (newest !== crate) {
    problems.push(
      `CHANGELOG.md's newest heading is ${newest ?? 'none'} and Cargo.toml has ${crate}: write \`## ${crate}\` above what changed, or set Cargo.toml to the version that is meant`,
    );
  } else if (lines.length === 0) {
    problems.push(`CHANGELOG.md says nothing under ## ${newest}: write a line for each change`);
  }
  return problems;
}

/** The first heading that is not for what is still to come, and the changes under it. What stands above it would be left out. */
function newestEntry(changelog) {
  const [, entry = ''] = changelog.split(/^## /m);
  const [heading, ...rest] = entry.split('\n');
  const version = heading.match(/^\[?v?(\d+\.\d+\.\d+[^\s\]]*)/)?.[1] ?? (heading.trim() || undefined);
  return { version, lines: rest.filter((line) => /^[-*] /.test(line)) };
}
