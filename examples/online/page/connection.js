// A WebSocket that comes back when it is lost.

const RETRY_MS = 1000;

export class Connection {
  #url;
  #heard;
  #lost;
  #socket;

  /** heard(message) for each message of the server, lost() when the connection broke. */
  constructor(path, { heard, lost }) {
    this.#url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
    this.#heard = heard;
    this.#lost = lost;
    this.#open();
  }

  /** Sends, if there is anybody to send to. */
  send(message) {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Gives up a connection that looks open and brings nothing. */
  renew() {
    if (this.#socket.readyState === WebSocket.OPEN) this.#giveUp(this.#socket);
  }

  #open() {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (socket === this.#socket) this.#heard(JSON.parse(data));
    });
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#retry();
    });
  }

  #giveUp(socket) {
    // Its close event may be long in coming, and is no news then.
    this.#open();
    this.#lost();
    socket.close();
  }

  #retry() {
    this.#lost();
    setTimeout(() => this.#open(), RETRY_MS);
  }
}
