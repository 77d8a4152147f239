// What pages send: {"type":"beat","name":"ada"}, and nothing else.

import { isName } from './page/names.js';

/** Longer messages are not even read: the connection that sends one is closed. */
export const MAX_BYTES = 1024;

/** The name under which a message beats, or undefined when it is no such message. */
export function nameOfBeat(data, isBinary) {
  if (isBinary) return undefined;
  const message = parse(data.toString());
  return message?.type === 'beat' && isName(message.name) ? message.name : undefined;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
