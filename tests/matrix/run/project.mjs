// A user's project: a folder with the package installed, whose tools are found in the folders above.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installIn, temporary } from './package.mjs';
import { large, matrix } from './places.mjs';
import { run } from './process.mjs';

export class Project {
  constructor({ name, large: isLarge }) {
    this.name = name;
    this.folder = join(isLarge ? large : matrix, 'build', name);
    rmSync(this.folder, { recursive: true, force: true });
    this.write('package.json', JSON.stringify({ name: `with-${name}`, private: true, dependencies: { idlewheel: '*' } }));
    installIn(this.folder);
  }

  path(...parts) {
    return join(this.folder, ...parts);
  }

  write(name, text) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  read(name) {
    return readFileSync(this.path(name), 'utf8');
  }

  /** Runs a command in the project's folder: what it prints. */
  run(command, args, { env } = {}) {
    return run(command, args, { cwd: this.folder, env });
  }

  node(...args) {
    return this.run(process.execPath, args);
  }

  /** Runs a built file, or the entry of a built folder, where there is nothing else: whatever it still needs is not found. */
  runMoved(built, { entry = '', command = process.execPath, args = [] } = {}) {
    const folder = temporary('moved');
    const to = join(folder, built.split('/').at(-1));
    cpSync(this.path(built), to, { recursive: true });
    return run(command, [...args, join(to, entry)], { cwd: folder });
  }
}
