export type ErrorCode = 'CAPACITY' | 'CLOSED' | 'SNAPSHOT' | 'ENGINE';

export class IdleWheelError extends Error {
  // The class's own name is lost when the package is minified.
  static override readonly name = 'IdleWheelError';
  // A field of its own: that holds where `Error.prototype` is frozen.
  override name = 'IdleWheelError';
  code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** A value as an error message shows it: short, and without running anything of its own. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return 'a bigint';
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}
