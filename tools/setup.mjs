// Sets up what building, testing or starting needs: `node tools/setup.mjs [--for build|start|test|long]`.
// Does nothing, in well under a second, when everything is there.

import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, output, run, script } from './exec.mjs';
import { hasNightly } from './nightly.mjs';
import { installPackages } from './packages.mjs';
import { inRoot, toolBin, WASM_TARGET, xtask } from './project.mjs';

const NODE = 20;
const GECKODRIVER = '0.37.1';
const WASM_PACK = '0.15.1';
const CARGO_FUZZ = '0.13.2';
const CARGO_MUTANTS = '27.1.0';
const CARGO_LLVM_COV = '0.9.1';

const PURPOSES = ['build', 'start', 'test', 'long'];

// Programs that only tests need, and Debian's packages that bring them.
const PROGRAMS = {
  chromium: 'chromium',
  chromedriver: 'chromium-driver',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  'xvfb-run': 'xvfb',
  xauth: 'xauth',
  valgrind: 'valgrind',
};

export function setup(purpose) {
  checkNode();
  checkRust(purpose);
  addWasmTarget();
  buildXtask();
  installPackages();
  if (!isForTests(purpose)) return;
  installPackages('bench');
  installPackages('tests/matrix');
  installPrograms();
  cargoInstall('geckodriver', GECKODRIVER, "Firefox's driver, 1 to 3 minutes");
  cargoInstall('wasm-pack', WASM_PACK, '1 to 3 minutes');
  wrapBindgen();
  cargoInstall('cargo-mutants', CARGO_MUTANTS, '1 to 3 minutes');
  if (addNightly()) cargoInstall('cargo-fuzz', CARGO_FUZZ, 'a minute');
  if (purpose !== 'long') return;
  installPackages('tests/matrix/large');
  addCoverageTools();
  cargoInstall('cargo-llvm-cov', CARGO_LLVM_COV, 'a minute');
}

const isForTests = (purpose) => purpose === 'test' || purpose === 'long';

const say = (line) => console.log(`setup: ${line}`);

function checkNode() {
  if (Number.parseInt(process.versions.node, 10) >= NODE) return;
  throw new Failure(
    `Node ${NODE} or newer is needed and this is ${process.versions.node}: install it, for example with \`nvm install ${NODE}\`.`,
  );
}

function checkRust(purpose) {
  if (!onPath('cargo')) {
    throw new Failure("cargo is missing: install Rust with `curl --proto '=https' -sSf https://sh.rustup.rs | sh`, then open a new shell.");
  }
  if (!isForTests(purpose)) return;
  for (const [program, component] of [
    ['cargo-fmt', 'rustfmt'],
    ['cargo-clippy', 'clippy'],
  ]) {
    // rustup puts a stand-in on the path even where the component is missing: so ask it, not the path.
    if (output(program, ['--version']) !== undefined) continue;
    throw new Failure(`${program} is missing: install it with \`rustup component add ${component}\`.`);
  }
}

function addWasmTarget() {
  if (existsSync(join(output('rustc', ['--print', 'sysroot']) ?? '', 'lib/rustlib', WASM_TARGET))) return;
  if (!onPath('rustup')) {
    throw new Failure(
      `Rust's target ${WASM_TARGET} is missing: install it with \`rustup target add ${WASM_TARGET}\`, or from where your Rust came from.`,
    );
  }
  say(`adding Rust's target ${WASM_TARGET}`);
  run('rustup', ['target', 'add', WASM_TARGET]);
}

function buildXtask() {
  if (process.env.IDLEWHEEL_XTASK) return;
  if (!existsSync(xtask)) say("building wasm-bindgen's tools (1 to 3 minutes, once)");
  run('cargo', ['build', '--locked', '--quiet', '-p', 'xtask', '--profile', 'tool']);
}

function installPrograms() {
  const packages = Object.entries(PROGRAMS).flatMap(([program, name]) => (onPath(program) ? [] : [name]));
  if (packages.length === 0) return;
  if (process.getuid() !== 0 || !onPath('apt-get')) {
    const command = `sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
    throw new Failure(`The tests need ${packages.join(', ')}: install them, on Debian with \`${command}\`.`);
  }
  say(`installing ${packages.join(', ')} with apt-get (up to 350 MB, 1 to 3 minutes, once)`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function cargoInstall(name, version, note) {
  // cargo's subcommands expect their own name first, and those that don't mind it answer as well.
  const subcommand = name.startsWith('cargo-') ? [name.slice('cargo-'.length)] : [];
  if (output(toolBin(name), [...subcommand, '--version'])?.split(/\s/)[1] === version) return;
  say(`building ${name} ${version} into .tools/ (${note}, once)`);
  // A debug build without debug info takes half the time, and none of these programs has much to compute.
  run('cargo', ['install', `${name}@${version}`, '--locked', '--debug', '--quiet', '--root', inRoot('.tools')], {
    env: { CARGO_PROFILE_DEV_DEBUG: '0' },
  });
}

/** Whether there is a nightly Rust with Miri now. Without it nothing fails: the tests that need it are skipped, in plain sight. */
function addNightly() {
  if (hasNightly()) return true;
  const consequence = 'the steps fuzz and miri will be skipped';
  if (!onPath('rustup')) {
    say(`no rustup, so no nightly Rust: ${consequence}`);
    return false;
  }
  say('adding nightly Rust with Miri (about a minute, once)');
  try {
    run('rustup', ['toolchain', 'install', 'nightly', '--profile', 'minimal', '--component', 'miri', '--component', 'rust-src']);
    return true;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`${error.message}: ${consequence}`);
    return false;
  }
}

function addCoverageTools() {
  const [, host] = output('rustc', ['-vV']).match(/^host: (.+)$/m);
  if (existsSync(join(output('rustc', ['--print', 'sysroot']), 'lib/rustlib', host, 'bin/llvm-cov'))) return;
  const command = ['component', 'add', 'llvm-tools'];
  if (!onPath('rustup')) throw new Failure(`Rust's llvm-tools are missing: install them with \`rustup ${command.join(' ')}\`.`);
  say("adding Rust's llvm-tools");
  run('rustup', command);
}

// wasm-pack looks for wasm-bindgen's tools on the path, and takes them if their version is that of Cargo.lock.
function wrapBindgen() {
  for (const [name, command] of [
    ['wasm-bindgen', 'bindgen'],
    ['wasm-bindgen-test-runner', 'test-runner'],
  ]) {
    const file = toolBin(name);
    const text = `#!/bin/sh\nexec '${xtask}' ${command} "$@"\n`;
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    say(`writing .tools/bin/${name}, for wasm-pack`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
}

function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  script(() => {
    const args = process.argv.slice(2);
    const purpose = args.length === 0 ? 'test' : args[1];
    if (args.length > 0 && (args.length !== 2 || args[0] !== '--for' || !PURPOSES.includes(purpose))) {
      throw new Failure(`usage: node tools/setup.mjs [--for ${PURPOSES.join('|')}]   (default: test)`);
    }
    setup(purpose);
  });
}
