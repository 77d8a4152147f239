// idlewheel/slim brings no engine.

export const ownEngine = (): undefined => undefined;
