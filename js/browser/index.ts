// idlewheel/browser: a page that says that it is here, and whether anybody is in front of it.

export { activity } from './activity.ts';
export { heartbeat } from './heartbeat.ts';
