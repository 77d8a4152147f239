// idlewheel/ws: sockets of the ws package as connections.

export { sockets } from './sockets.ts';
