// @isaacs/ttlcache. `has` and `setTTL` restart somebody with one look-up less than `set`, which compares values too.

class Cache {
  cache;

  constructor(TTLCache, { timeoutMs, onExpire }) {
    this.cache = new TTLCache({ ttl: timeoutMs, dispose: (_, uid, reason) => reason === 'stale' && onExpire(uid) });
  }

  touch(uid) {
    if (this.cache.has(uid)) this.cache.setTTL(uid);
    else this.cache.set(uid, true);
  }

  delete(uid) {
    return this.cache.delete(uid);
  }

  get size() {
    return this.cache.size;
  }

  close() {
    this.cache.cancelTimer();
  }
}

export const ttlcache = {
  name: 'ttlcache',
  about: '@isaacs/ttlcache',
  package: '@isaacs/ttlcache',
  browser: true,
  create: async (options) => new Cache((await import('@isaacs/ttlcache')).TTLCache, options),
};
