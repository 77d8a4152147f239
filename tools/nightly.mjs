// Nightly Rust: fuzzing and Miri need it, nothing else does. Where it can't be had they are skipped, and say so.

import { output } from './exec.mjs';

/** For the environment of a command. */
export const NIGHTLY = { RUSTUP_TOOLCHAIN: 'nightly' };

export const hasNightly = () => output('cargo', ['+nightly', 'miri', '--version']) !== undefined;
