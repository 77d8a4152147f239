// Heartbeats of several tabs of an origin, on a fake host.
import { fakeHost } from './host.mjs';
import { heartbeat, inPage, Origin } from './pages.mjs';

export function hearts(t, hostOptions) {
  const host = fakeHost(t, hostOptions);
  const origin = new Origin();
  /** Of all tabs, in order. */
  const beats = [];
  const stops = [];
  t.after(() => {
    for (const stop of stops) stop();
  });
  const open = async (tab, { options = {}, ...pageOptions } = {}) => {
    const page = origin.page(pageOptions);
    const send = (beat) => beats.push({ tab, at: host.time, ...beat });
    const stop = inPage(page, () => heartbeat({ send, ...options }));
    stops.push(stop);
    await origin.settle();
    return { page, stop };
  };
  const pass = (ms, step) => origin.pass(host, ms, step);
  /** What was sent since it was last asked: 'tab reason', with 'hidden' for what a hidden tab sent. */
  const news = () => beats.splice(0).map(({ tab, reason, hidden }) => `${tab} ${reason}${hidden ? ', hidden' : ''}`);
  return { host, origin, beats, open, pass, news };
}
