// The rhythm, in a worker: a page's own timers are held back to one a minute while the page is hidden.

let timer;

addEventListener('message', ({ data: ms }) => {
  clearInterval(timer);
  timer = setInterval(() => postMessage('beat'), ms);
});
