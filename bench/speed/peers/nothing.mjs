// Nobody is kept: what the load of the mixed run takes by itself.

class Nothing {
  size = 0;

  touch() {
    this.size++;
  }

  close() {}
}

export const nothing = {
  name: 'nothing',
  about: 'no peer: the load of the mixed run by itself',
  loadOnly: true,
  create: () => new Nothing(),
};
