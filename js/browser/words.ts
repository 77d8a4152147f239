// What the tabs of an origin say to each other about their heartbeat.

/** I am new here; I am here; I have just beaten; does anybody lead?; I go. */
type Says = 'hello' | 'here' | 'beat' | 'ask' | 'bye';

export interface Word {
  /** Who speaks. */
  readonly tab: string;
  /** Whether they hold the lock that tells when they are gone. */
  readonly isHeld: boolean;
  readonly says: Says;
  /** Whether they are the one that beats, and whether they are hidden. */
  readonly leads: boolean;
  readonly hidden: boolean;
}

/** Anybody of this origin may speak on a channel of that name. */
export function isWord(message: unknown): message is Word {
  const { tab, says } = (message ?? {}) as Partial<Word>;
  return typeof tab === 'string' && typeof says === 'string';
}
