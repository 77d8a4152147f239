// How a person looks: the same on every page, by the name alone.

const COLOURS = 7;

/** A number from 0 to 6: style.css has a colour for each. */
export function colourOf(name) {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) >>> 0;
  return hash % COLOURS;
}

/** What stands in the dot, for whoever can't tell the colours apart. */
export function initialOf(name) {
  const [first] = name.match(/[\p{L}\p{N}]|\p{S}|\p{P}/u);
  return first.toUpperCase();
}

export function shortened(text, characters) {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}
