// idlewheel/presence: who is here.

export { Mirror } from './mirror.ts';
export { Presence } from './presence.ts';
