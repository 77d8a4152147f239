// How npm is told to publish, and where it will.

/** `latest`, or a pre-release's own name: `1.0.0-beta.2` goes to `beta`. */
export function tagOf(version) {
  const [, prerelease] = version.match(/^[^-+]+-([^+]+)/) ?? [];
  if (prerelease === undefined) return 'latest';
  return prerelease.match(/^[a-z][a-z-]*/i)?.[0] ?? 'next';
}

/** The arguments of npm. */
export function publishArguments(version, tarball) {
  const tag = tagOf(version);
  return ['publish', '--provenance', '--access', 'public', ...(tag === 'latest' ? [] : ['--tag', tag]), tarball];
}

/** Why npm would refuse to say where the package was built: it believes only a CI that vouches for the build by an OpenID Connect token. */
export function provenanceProblems(env) {
  if (env.GITHUB_ACTIONS) {
    if (env.ACTIONS_ID_TOKEN_REQUEST_URL) return [];
    return ['this job of GitHub Actions may ask for no OIDC token, so npm refuses provenance: give it `permissions: id-token: write`'];
  }
  if (env.GITLAB_CI) {
    if (env.SIGSTORE_ID_TOKEN) return [];
    return ['this job of GitLab CI has no OIDC token, so npm refuses provenance: give it `id_tokens: SIGSTORE_ID_TOKEN: aud: sigstore`'];
  }
  return ['this is no CI with OIDC (GitHub Actions, GitLab CI), and npm refuses provenance anywhere else: publish from there'];
}

/** npm compares the two when it publishes with provenance. */
export function repositoryProblems(manifest, env) {
  const named = typeof manifest.repository === 'string' ? manifest.repository : manifest.repository?.url;
  if (!named) return ['package.json names no `repository`, without which npm refuses provenance: add it to pkg-template/package.json'];
  const built = env.GITHUB_ACTIONS ? `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}` : env.CI_PROJECT_URL;
  if (!built || plain(named) === plain(built)) return [];
  return [`package.json names the repository ${named} and this is ${built}, so npm refuses provenance: mend pkg-template/package.json`];
}

const plain = (url) =>
  url
    .replace(/^git\+/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
