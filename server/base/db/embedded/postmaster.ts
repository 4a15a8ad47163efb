import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isAlive } from '../../kit/scratch.ts';

/** The user that runs PostgreSQL; empty for the current one. */
export type Runner = { uid: number; gid: number } | Record<string, never>;

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of an existing cluster, else as
 * `postgres`, else as `nobody`. No user is ever created: the machine is not ours to change.
 */
export async function findRunner(data: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const id = async (...words: string[]) => Number((await run('id', words)).stdout);
  for (const name of ['postgres', 'nobody']) {
    const uid = await id('-u', name).catch(() => null);
    if (uid !== null) return { uid, gid: await id('-g', name) };
  }
  throw new Error(
    'PostgreSQL cannot run as root and this machine has no user to lend: run as another user, or set DATABASE_URL.',
  );
}

const run = promisify(execFile);

/** Runs a program of PostgreSQL to its end. */
export function runProgram(program: string, words: string[], runner: Runner) {
  return run(program, words, { ...runner, cwd: '/', env: plainEnvironment() });
}

/** The contents of `postmaster.pid`, which may outlive the server. */
interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping` or empty. */
  status: string;
}

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** The file's lines: pid, data directory, start time, port, socket, address, memory key, status. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7] ?? '' };
}

/** Null if no server runs on the cluster. Removes a stale file that names a live process. */
export async function findServer(data: string): Promise<Postmaster | null> {
  const found = await readPostmaster(data);
  if (!found) return null;
  const owner = await whose(found.pid, data);
  // PostgreSQL cleans up after a dead server itself, and checks that none of its processes is left.
  if (owner === 'stranger') await rm(pidFile(data), { force: true });
  return owner === 'ours' ? found : null;
}

/**
 * A zombie (as under a container's first process) counts as a stranger, because PostgreSQL takes
 * both for a running server and refuses to start.
 */
export async function whose(pid: number, data: string): Promise<'ours' | 'gone' | 'stranger'> {
  if (!(pid > 0) || !isAlive(pid)) return 'gone';
  if (process.platform === 'win32') return 'ours';
  const isOurs = process.platform === 'linux' ? isOursOnLinux : isOursByPs;
  return (await isOurs(pid, data)) ? 'ours' : 'stranger';
}

/** A server's working directory is its data directory. */
async function isOursOnLinux(pid: number, data: string): Promise<boolean> {
  try {
    const isZombie = /\) Z [^)]*$/.test(await readFile(`/proc/${pid}/stat`, 'utf8'));
    return !isZombie && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
  } catch {
    return false;
  }
}

async function isOursByPs(pid: number, data: string): Promise<boolean> {
  const ps = run('ps', ['-o', 'stat=,args=', '-p', String(pid)]);
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  return !stdout.startsWith('Z') && stdout.includes(data);
}

export interface Home {
  dir: string;
  data: string;
  runner: Runner;
  /** A folder that the runner can read, for programs it cannot read in place. */
  spare: string;
}

export interface Cluster extends Home {
  bin: string;
  password: string;
  settings: Record<string, string>;
}

const logFile = (dir: string) => path.join(dir, 'postgres.log');

/** Detached from us. Prefers its last port, which its users know. */
export async function launchPostmaster(cluster: Cluster): Promise<ChildProcess> {
  const { bin, dir, data, runner, settings } = cluster;
  // PostgreSQL stores the command line of its last start.
  const words = await readFile(path.join(data, 'postmaster.opts'), 'utf8').catch(() => '');
  const all = {
    port: String(await findFreePort(Number(/"port=(\d+)"/.exec(words)?.[1] ?? 0))),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    ...settings,
  };
  await rename(logFile(dir), `${logFile(dir)}.old`).catch(() => {});
  // A file, not a pipe: the server outlives us if we are killed, and must still be able to log.
  await using log = await open(logFile(dir), 'a', 0o644);
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...flags], {
    ...runner,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: plainEnvironment(),
  });
  child.unref();
  await once(child, 'spawn');
  return child;
}

/** Returns the wanted port if it is free, else any; 0 means any. */
async function findFreePort(wanted: number): Promise<number> {
  const server = createServer().listen(wanted, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (wanted === 0) throw error;
    return findFreePort(0);
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

export async function stopPostmaster({ bin, data, runner }: Cluster): Promise<void> {
  const words = ['stop', '--pgdata', data, '--mode=fast', '--silent'];
  try {
    await runProgram(path.join(bin, 'pg_ctl'), words, runner);
  } catch (error) {
    if (await findServer(data)) throw error;
  }
}

/** Stops at once: only for a cluster that is about to be deleted. */
export async function killPostmaster(data: string): Promise<void> {
  const found = await findServer(data);
  if (!found) return;
  process.kill(found.pid, 'SIGQUIT');
  while ((await whose(found.pid, data)) === 'ours') await sleep(10);
}

export async function readLogTail(dir: string): Promise<string> {
  const text = await readFile(logFile(dir), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

/** Leaves out the variables that PostgreSQL would read, and sets its messages to English. */
export function plainEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}
