// What has happened, newest first.

const KEPT = 8;

export class News {
  #log;

  constructor(log) {
    this.#log = log;
  }

  add(name, what, isGood) {
    const item = document.createElement('p');
    item.className = isGood ? 'came' : 'left';
    const time = document.createElement('time');
    time.textContent = new Date().toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
    const who = document.createElement('strong');
    who.textContent = name;
    item.append(time, ' ', who, ` ${what}`);
    this.#log.prepend(item);
    while (this.#log.children.length > KEPT) this.#log.lastChild.remove();
  }
}
