// What is published is what is committed, on the branch that everyone sees.

const BRANCH = 'main';
const SHOWN = 10;

/** `status` is what `git status --porcelain` prints, `branch` what `git branch --show-current` does; undefined where git failed. */
export function treeProblems({ status, branch }) {
  if (status === undefined || branch === undefined) return ['git says nothing about this folder: release from a clone of the repository'];
  const problems = [];
  if (branch !== BRANCH) {
    const where = branch === '' ? 'no branch is checked out' : `the branch is ${branch}`;
    problems.push(`${where}, and releases are made from ${BRANCH}: run \`git switch ${BRANCH}\``);
  }
  const changed = status.split('\n').filter((line) => line !== '');
  if (changed.length > 0) {
    const more = changed.length > SHOWN ? `, and ${changed.length - SHOWN} more` : '';
    const names = changed.slice(0, SHOWN).map((line) => line.trim().replace(/^\S+\s+/, ''));
    problems.push(`the tree is not clean (${names.join(', ')}${more}): commit what belongs to the release, and stash or remove the rest`);
  }
  return problems;
}
