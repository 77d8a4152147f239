// What counts as a name, for the page and for the server.

const MAX_LENGTH = 32;

export const RULE = `A name has 1 to ${MAX_LENGTH} characters, one of them visible, and no control characters.`;

/** A name must fit one line of a terminal, and look there like what it is. */
export function isName(name) {
  return (
    typeof name === 'string' &&
    name.length <= MAX_LENGTH &&
    name === name.trim() &&
    /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name)
  );
}
