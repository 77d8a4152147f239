/**
 * {@link heartbeat} tells the server that a page is open; {@link activity} sees whether anybody is in front of it.
 * @packageDocumentation
 */
// It needs no DOM types: whoever has them gets them, nobody else gets an error.

/** A host's own class where its types are loaded, and nothing where they are not. */
type HostClass<Name extends string> = typeof globalThis extends { [P in Name]: { prototype: infer Instance } } ? Instance & object : never;

/** What `navigator.sendBeacon` takes as a body. */
export type BeaconBody = string | ArrayBuffer | ArrayBufferView | HostClass<'Blob'> | HostClass<'FormData'> | HostClass<'URLSearchParams'>;

/**
 * Why a beat is sent: it was due; the page became visible or hidden; the network is back; the page comes out of the back/forward cache
 * or was thawed; or this tab has just become the one that beats.
 */
export type BeatReason = 'timer' | 'visible' | 'hidden' | 'online' | 'restored' | 'lead';

/** What `send` is told. */
export interface Beat {
  /** The tab that beats is hidden, and as far as it knows so are all others: the next beat may take more than a minute. */
  readonly hidden: boolean;
  /** Why it is sent. */
  readonly reason: BeatReason;
}

/** What a heartbeat is made with. */
export interface HeartbeatOptions {
  /** Sends one beat to the server. What it throws or rejects with goes to `onError`; the heart goes on. */
  send: (beat: Beat) => unknown;
  /** At most so long from beat to beat while the page's timers are not throttled, in ms: from two ticks to 86 400 000. Default 10 000. */
  every?: number | undefined;
  /** How exactly the silence of other tabs is measured, in ms: a whole number from 1 to 43 200 000. Default: a quarter of `every`. */
  tick?: number | undefined;
  /** The last tab of the origin goes away: an http(s) URL for `navigator.sendBeacon`, or a function that is called in `pagehide`. */
  leave?: string | (() => unknown) | undefined;
  /** The body of that beacon. Default: none. */
  leaveBody?: BeaconBody | undefined;
  /** The name of the lock and of the channel: there is one heartbeat for each name and origin. Default `'idlewheel'`. */
  name?: string | undefined;
  /** Hears what `send` and `leave` throw or reject with. Default: it is reported as the page reports uncaught errors. */
  onError?: ((error: unknown) => void) | undefined;
}

/**
 * Beats for all tabs of this origin together: one of them sends, the others stand by. Returns a function that ends it for this tab
 * and removes every listener, the lock, the channel and the timer; called again, it does nothing.
 *
 * `TypeError` or `RangeError` for a bad option, `TypeError` where there is no page, `IdleWheelError` `ENGINE` where the engine can't be compiled: nothing has
 * started then.
 */
export function heartbeat(options: HeartbeatOptions): () => void;

/** What an activity is made with. */
export interface ActivityOptions {
  /** After so long without activity the user is idle, in ms: from one tick to 2³¹−1 ticks. Default 60 000. */
  idle?: number | undefined;
  /** The wheel's resolution, in ms: a whole number from 1 to 2³¹−1. Default 1 000. */
  tick?: number | undefined;
  /** Called once when the user has become idle. */
  onIdle?: (() => unknown) | undefined;
  /** Called once with the first activity after that. */
  onActive?: (() => unknown) | undefined;
  /** Called with activity in this tab or in another, at most once per tick. */
  onActivity?: (() => unknown) | undefined;
  /** The name of the channel by which the tabs of an origin are active together; `false`: this tab only. Default `'idlewheel-activity'`. */
  name?: string | false | undefined;
}

/**
 * Tells whether the user does anything: pointer, keys, scrolling, touch, and coming back to the page. Who opens it counts as active.
 * Returns a function that ends it and removes every listener, the channel and the timer; called again, it does nothing.
 *
 * Errors as of {@link heartbeat}. What a callback throws or rejects with is reported as the page reports uncaught errors.
 */
export function activity(options: ActivityOptions): () => void;

// biome-ignore lint/complexity/noUselessEmptyExport: without it every name of the file would be exported.
export {};
