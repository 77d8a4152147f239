// A page that says by its title what it saw. Its scripts are files: pages with a Content-Security-Policy have no others.

const REPORT = `globalThis.say = (line) => { document.title ||= line; };
addEventListener('error', ({ message, target }) => say(\`error: \${message ?? target.src}\`), true);
addEventListener('unhandledrejection', ({ reason }) => say(\`error: \${reason}\`));
`;

/** Writes index.html, with the scripts given as HTML, into a folder of the project. */
export function writePage(project, scripts, folder = '.') {
  project.write(`${folder}/report.js`, REPORT);
  project.write(`${folder}/index.html`, `<!doctype html><meta charset="utf-8"><script src="./report.js"></script>${scripts}`);
}

export const moduleScript = (address) => `<script type="module" src="${address}"></script>`;
export const classicScript = (address) => `<script src="${address}"></script>`;
