// lru-cache with a ttl and `ttlAutopurge`, without which nobody expires unless asked for. `has` with `updateAgeOnHas` is its quickest way to restart
// somebody: it leaves the order of use alone. There is no `max`, for with one it would forget people who are alive.

class Cache {
  cache;

  constructor(LRUCache, { timeoutMs, onExpire }) {
    this.cache = new LRUCache({
      ttl: timeoutMs,
      ttlAutopurge: true,
      updateAgeOnHas: true,
      dispose: (_, uid, reason) => reason === 'expire' && onExpire(uid),
    });
  }

  touch(uid) {
    if (!this.cache.has(uid)) this.cache.set(uid, true);
  }

  delete(uid) {
    return this.cache.delete(uid);
  }

  get size() {
    return this.cache.size;
  }

  close() {
    this.cache.clear();
  }
}

export const lruCache = {
  name: 'lru-cache',
  about: 'lru-cache, ttlAutopurge',
  package: 'lru-cache',
  browser: true,
  create: async (options) => new Cache((await import('lru-cache')).LRUCache, options),
};
