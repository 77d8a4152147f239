// node-cache. It keeps uids as names of properties, so integers become text. `ttl` restarts somebody without the event that `set` emits.

class Cache {
  cache;

  constructor(NodeCache, { timeoutMs, tickMs, onExpire }) {
    this.cache = new NodeCache({ stdTTL: timeoutMs / 1000, checkperiod: tickMs / 1000, useClones: false });
    this.cache.on('expired', onExpire);
  }

  touch(uid) {
    if (!this.cache.ttl(uid)) this.cache.set(uid, true);
  }

  delete(uid) {
    return this.cache.del(uid) > 0;
  }

  /** What its own timer calls in each tick. */
  sweep() {
    this.cache._checkData(false);
  }

  get size() {
    return this.cache.getStats().keys;
  }

  close() {
    this.cache.close();
  }
}

export const nodeCache = {
  name: 'node-cache',
  about: 'node-cache',
  package: 'node-cache',
  sweeps: true,
  create: async (options) => new Cache((await import('node-cache')).default, options),
};
