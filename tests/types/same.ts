/** True only where both types are the same. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles where both types are the same. */
export function same<A, B>(_claim: Same<A, B>): void {}
