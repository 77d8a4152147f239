// What a page has, as far as it is used here. Found when it is asked for: an import where there is no page does no harm.

import type { Signal } from '../host.ts';

export interface PageEvent {
  readonly persisted?: boolean;
}

type Listener = (event: PageEvent) => void;

interface ListenerOptions {
  capture: boolean;
  passive: boolean;
}

interface Target {
  addEventListener(type: string, listener: Listener, options?: ListenerOptions): void;
  removeEventListener(type: string, listener: Listener, options?: ListenerOptions): void;
}

interface Document extends Target {
  readonly hidden: boolean;
  readonly baseURI: string;
}

export interface RawChannel {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

export interface Locks {
  request(name: string, options: { steal: true } | { signal: Signal }, granted: () => Promise<void> | undefined): Promise<unknown>;
}

export interface Page extends Target {
  readonly document: Document;
  readonly navigator: { readonly locks?: Locks; sendBeacon?: (url: string, body?: unknown) => boolean };
  readonly BroadcastChannel: new (name: string) => RawChannel;
  readonly AbortController: new () => { readonly signal: Signal; abort(): void };
  readonly URL: new (url: string, base: string) => { readonly protocol: string };
}

/** The page that this runs in; a `TypeError` where there is none, as on a server or in a Worker. */
export function thisPage(caller: string): Page {
  const { window } = globalThis as { window?: Page };
  const needs = (what: string) => new TypeError(`${caller}() runs in a page, and there is no ${what} here; call it where there is one`);
  if (window === undefined) throw needs('window');
  if (typeof window.addEventListener !== 'function') throw needs('window.addEventListener');
  if (typeof window.document?.addEventListener !== 'function') throw needs('document');
  return window;
}

/** Every listener that was added, to be removed together. */
export class Listening {
  readonly #removals: (() => void)[] = [];

  add(target: Target, types: readonly string[], listener: Listener): void {
    // In the capturing phase the window hears what somebody further down stops. Passive: nothing that the user does waits for us.
    const options = { capture: true, passive: true };
    for (const type of types) {
      target.addEventListener(type, listener, options);
      this.#removals.push(() => target.removeEventListener(type, listener, options));
    }
  }

  stop(): void {
    for (const remove of this.#removals.splice(0)) remove();
  }
}
