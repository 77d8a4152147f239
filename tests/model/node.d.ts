// What these tests use of Node. Its own types are not installed: the package's types must do without.

declare module 'node:test' {
  export function test(name: string, run: () => void | Promise<void>): void;
}

declare module 'node:assert/strict' {
  const assert: {
    ok(value: unknown, message?: string): void;
    equal(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    throws(run: () => unknown, error: { code: string }): void;
    fail(message: string): never;
  };
  export default assert;
}

declare const process: { env: { [name: string]: string | undefined } };
