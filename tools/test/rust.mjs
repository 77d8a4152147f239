// What is asked of the Rust sources natively: by Clippy, by the tests, and by those who test the tests.

import { notCounted, notJudged } from '../../bench/instructions.mjs';
import { targets } from '../fuzz.mjs';
import { hasNightly, NIGHTLY } from '../nightly.mjs';
import { WASM_TARGET } from '../project.mjs';

const HOUR = 60;

/** A workspace of their own: see there. */
const benches = ['--manifest-path', 'bench/native/Cargo.toml'];

export async function format(step) {
  for (const workspace of [[], benches]) await step.check('cargo', ['fmt', '--all', '--check', ...workspace]);
}

export async function clippy(step) {
  const wasm = ['--target', WASM_TARGET];
  const noDefault = ['--no-default-features'];
  const allTargets = ['--all-targets'];
  // Without std there is no test harness.
  const lib = [...wasm, ...noDefault, '--lib', '--features'];
  for (const options of [
    allTargets,
    [...allTargets, ...noDefault],
    [...allTargets, ...wasm],
    [...allTargets, ...wasm, ...noDefault],
    [...lib, 'package'],
    [...lib, 'faults'],
  ]) {
    await step.check('cargo', ['clippy', '--locked', '--quiet', ...options, '--', '-D', 'warnings']);
  }
  await step.check('cargo', ['clippy', '--locked', '--quiet', '--all-targets', ...benches, '--', '-D', 'warnings']);
}

export async function native(step, { long }) {
  await step.cargoTest('cargo', ['test', '--locked', '--no-fail-fast']);
  if (!long) return;
  const model = ['test', '--locked', '--no-fail-fast', '--test', 'model'];
  await step.cargoTest('cargo', model, { env: { PROPTEST_CASES: '100000' }, minutes: HOUR });
}

/** Rings of 4 slots, 2 of them, and 3 uids: every sequence of so many operations. */
export async function smallWorld(step, { long }) {
  const small = ['--features', 'small-world'];
  await step.cargoTest('cargo', ['test', '--locked', ...small, '--test', 'small_world'], {
    env: { SMALL_WORLD_DEPTH: long ? '6' : '5' },
    minutes: HOUR,
  });
  // Not the unit tests: they are about the world as users have it.
  await step.check('cargo', ['clippy', '--locked', '--quiet', ...small, '--lib', '--test', 'small_world', '--', '-D', 'warnings']);
}

/** Each target begins with its corpus, whatever time there is. */
export async function fuzz(step, { long }) {
  if (!hasNightly()) return step.skip('there is no nightly Rust, which cargo-fuzz needs');
  const seconds = long ? '600' : '20';
  for (const target of targets) await step.check('node', ['tools/fuzz.mjs', '--no-setup', '--seconds', seconds, target]);
}

/** A step of Miri takes as long as ten thousand of the processor: tests that are long already are not for it. */
export async function miri(step, { long }) {
  if (!hasNightly()) return step.skip('there is no nightly Rust with Miri');
  const tests = long ? ['--lib', '--tests'] : ['--lib', ...['leases', 'order', 'stats', 'uids'].flatMap((name) => ['--test', name])];
  await step.cargoTest('cargo', ['miri', 'test', '--locked', '--no-fail-fast', ...tests], {
    env: { ...NIGHTLY, MIRIFLAGS: '-Zmiri-disable-isolation', PROPTEST_CASES: '1' },
    minutes: 3 * HOUR,
  });
}

export async function mutants(step, { long }) {
  await step.check('node', ['tools/mutants.mjs', '--no-setup', ...(long ? [] : ['--part'])], { minutes: 3 * HOUR });
}

export async function coverage(step) {
  await step.check('node', ['tools/coverage.mjs', '--no-setup'], { minutes: HOUR });
}

/** Without valgrind, or with another rustc than the recorded one, there is nothing to judge: that is said. */
export async function instructions(step) {
  if (notCounted()) return step.skip(notCounted());
  const unjudged = notJudged();
  if (unjudged) step.skip(unjudged);
  await step.check('node', ['bench/instructions.mjs']);
}
