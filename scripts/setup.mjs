// Runs before `npm start`, `npm run dev` and `npm test`, on whatever Node the machine has: only
// what Node 20 has built in may be used here, for nothing else is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const stamp = path.join(modules, '.setup-stamp');
const lockFile = path.join(root, 'package-lock.json');
const wantedNode = 24;

try {
  installPackages();
  checkNode();
  if (process.argv.includes('--browser')) {
    const { findBrowser } = await import('./browser.mjs');
    await findBrowser(root);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Installs what the lock file says, unless that has been done: by its contents, for `git checkout` changes times. */
function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!isInstalled()) {
    console.log('Installing packages (needed once, takes about a minute)');
    runNpm([
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]);
  }
  // Written last: an install that was cut short is begun again.
  writeFileSync(stamp, wanted);
}

/** True when somebody ran npm by hand and it put in place what the lock file names for this platform. */
function isInstalled() {
  try {
    const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
    const present = read(path.join(modules, '.package-lock.json'));
    return Object.entries(read(lockFile)).every(
      ([place, { version, ...about }]) =>
        place === '' || present[place]?.version === version || !isNeededHere(about),
    );
  } catch {
    return false;
  }
}

function isNeededHere({ optional, os, cpu, libc }) {
  if (!optional) return true;
  if (!os || !cpu || libc) return false;
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/** Runs the npm that runs us, or the machine's, without prompts. */
function runNpm(args) {
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  const own = process.env.npm_execpath;
  const { status } = own
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (status !== 0)
    throw new Error(`Installing the packages failed: npm ${args[0]} ended with ${status}.`);
}

/** npm's scripts take `node` from node_modules first: our own, if it runs here, else the machine's. */
function checkNode() {
  const bin = path.join(modules, '.bin');
  const own = versionOf(path.join(bin, 'node'));
  if (isNewEnough(own)) return;
  // Our own Node, if it does not run here (Alpine, an old system), must not hide one that does.
  for (const name of ['node', 'node.cmd', 'node.ps1'])
    rmSync(path.join(bin, name), { force: true });
  const theirs = versionOf('node');
  if (isNewEnough(theirs)) return;
  throw new Error(
    `Duologue runs on Node ${wantedNode} or newer; this machine has ${theirs.join('.') || 'none'} and npm brought none that runs on ${process.platform}-${process.arch}: install Node ${wantedNode} from https://nodejs.org`,
  );
}

function versionOf(node) {
  const { stdout } = spawnSync(node, ['-p', 'process.versions.node'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return (stdout ?? '').trim().split('.').filter(Boolean).map(Number);
}

function isNewEnough([major = 0]) {
  return major >= wantedNode;
}
