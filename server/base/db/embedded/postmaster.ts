import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Runner } from './runner.ts';

/** The contents of `postmaster.pid`, which may outlive the server. */
interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `ready`, `stopping` or empty. */
  status: string;
}

/** The file's lines: pid, data directory, start time, port, socket, address, memory key, status. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n').map((line) => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3] ?? 0), status: lines[7] ?? '' };
}

/**
 * A zombie (as under a container's first process) counts as a stranger, because PostgreSQL takes
 * both for a running server and refuses to start.
 */
export async function whose(pid: number, data: string): Promise<'ours' | 'gone' | 'stranger'> {
  if (!isAlive(pid)) return 'gone';
  if (process.platform === 'win32') return 'ours';
  const isOurs = process.platform === 'linux' ? isOursOnLinux : isOursByPs;
  return (await isOurs(pid, data)) ? 'ours' : 'stranger';
}

/** Call it only when the server that the file names is not running. */
export function clearPidFile(data: string): Promise<void> {
  return rm(pidFile(data), { force: true });
}

export interface Launch {
  bin: string;
  home: string;
  data: string;
  runner: Runner;
  settings: Record<string, string>;
}

/** Detached from us. Prefers its last port, which its users know. */
export async function launchPostmaster(launch: Launch): Promise<ChildProcess> {
  const { bin, home, data, runner, settings } = launch;
  const port = await findFreePort(await readLastPort(data));
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    ...settings,
  };
  const logFile = path.join(home, 'postgres.log');
  await rename(logFile, `${logFile}.old`).catch(() => {});
  // A file, not a pipe: the server outlives us if we are killed, and must still be able to log.
  const log = await open(logFile, 'a', 0o644);
  try {
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
  } finally {
    await log.close();
  }
}

export async function stopPostmaster({ bin, data, runner }: Launch): Promise<void> {
  const options = { ...runner, cwd: '/', env: plainEnvironment() };
  const args = ['stop', '--pgdata', data, '--mode=fast', '--silent'];
  try {
    await promisify(execFile)(path.join(bin, 'pg_ctl'), args, options);
  } catch (error) {
    const left = await readPostmaster(data);
    if (left && (await whose(left.pid, data)) === 'ours') throw error;
  }
}

/** Stops at once: only for a cluster that is about to be deleted. */
export async function killPostmaster(data: string): Promise<void> {
  const found = await readPostmaster(data);
  if (!found || (await whose(found.pid, data)) !== 'ours') return;
  process.kill(found.pid, 'SIGQUIT');
  while ((await whose(found.pid, data)) === 'ours') await sleep(10);
}

export async function readLogTail(home: string): Promise<string> {
  const text = await readFile(path.join(home, 'postgres.log'), 'utf8').catch(() => '');
  return text.trim().split('\n').slice(-5).join('\n');
}

/** Leaves out the variables that PostgreSQL would read, and sets its messages to English. */
export function plainEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: 'C' };
}

function pidFile(data: string): string {
  return path.join(data, 'postmaster.pid');
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A server's working directory is its data directory. */
async function isOursOnLinux(pid: number, data: string): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const state = status.slice(status.lastIndexOf(')') + 2, status.lastIndexOf(')') + 3);
    return state !== 'Z' && (await readlink(`/proc/${pid}/cwd`)) === (await realpath(data));
  } catch {
    return false;
  }
}

async function isOursByPs(pid: number, data: string): Promise<boolean> {
  const ps = promisify(execFile)('ps', ['-o', 'stat=,args=', '-p', String(pid)]);
  const { stdout } = await ps.catch(() => ({ stdout: '' }));
  return !stdout.startsWith('Z') && stdout.includes(data);
}

/** PostgreSQL stores the command line of its last start. 0 before the first. */
async function readLastPort(data: string): Promise<number> {
  const words = await readFile(path.join(data, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"port=(\d+)"/.exec(words)?.[1] ?? 0);
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
