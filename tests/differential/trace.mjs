// A trace: who was touched when, and who left. One line a uid, its whole story:
//
//   "ada" 5210 9874 10102/12000 9930 412-
//
// The uid as JSON, then one step after the other, each as the ms since the step before (the first: since the start). A step is a touch; with
// `/12000` it gives the uid a timeout of its own, in ms; with `-` the uid leaves.

import { readFileSync } from 'node:fs';

export const TRACE_FILE = new URL('trace.txt', import.meta.url);

/** The steps of all stories, by time: `{ at, uid, timeout, leaves }`, times in ms. */
export function inOrder(stories) {
  return stories.flatMap(({ uid, steps }) => timed(uid, steps)).sort((a, b) => a.at - b.at);
}

function timed(uid, steps) {
  let at = 0;
  return steps.map(({ after, timeout, leaves }) => {
    at += after;
    return { at, uid, timeout, leaves };
  });
}

export function parse(text) {
  return text.trimEnd().split('\n').map(parseStory);
}

function parseStory(line) {
  const [uid, ...steps] = line.split(' ');
  return { uid: JSON.parse(uid), steps: steps.map(parseStep) };
}

function parseStep(text) {
  const [, after, timeout, leaves] = text.match(/^(\d+)(?:\/(\d+))?(-)?$/);
  return { after: Number(after), timeout: timeout && Number(timeout), leaves: leaves === '-' };
}

export function format(stories) {
  return `${stories.map(({ uid, steps }) => [JSON.stringify(uid), ...steps.map(formatStep)].join(' ')).join('\n')}\n`;
}

function formatStep({ after, timeout, leaves }) {
  return `${after}${timeout === undefined ? '' : `/${timeout}`}${leaves ? '-' : ''}`;
}

export function recorded() {
  return inOrder(parse(readFileSync(TRACE_FILE, 'utf8')));
}
