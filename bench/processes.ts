import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import { promisify } from 'node:util';
import type { Running } from '../server/testing/processes.ts';

const run = promisify(execFile);

export interface Helper {
  pid: number;
  /** Rejects if the process ends before it answers. */
  ask<Answer>(message: unknown): Promise<Answer>;
  close(): Promise<void>;
}

/** The helper runs with production settings, and exits when this process does. */
export function openHelper(file: URL, words: string[] = []): Helper {
  const child = fork(file, words, {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(message: unknown) {
      const answered = once(child, 'message');
      child.send(message as object);
      const [answer] = await Promise.race([
        answered,
        ended.then(([code]) => {
          throw new Error(`${file.pathname} ended with ${code}`);
        }),
      ]);
      return answer as Answer;
    },
    async close() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** CPU seconds of a program and all its children, measured by a shell, as Node cannot read them. */
export async function spendingOf(
  program: string,
  args: string[],
): Promise<{ seconds: number; stdout: string }> {
  const shell = ['-c', '"$@" || exit; times', 'sh', program, ...args];
  const { stdout } = await run('sh', shell, { maxBuffer: 64 * 1024 * 1024 });
  return { seconds: childrenOf(stdout), stdout };
}

/** Reads the last line of `times`: the children's user and system time, `1m2.34s 0m0.56s`. */
export function childrenOf(printed: string): number {
  const last = printed.trimEnd().split('\n').at(-1) ?? '';
  const parts = [...last.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length !== 2) throw new Error(`the shell counted nothing: ${last}`);
  return parts.reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

/**
 * CPU seconds of all threads so far; null except on Linux. Read from schedstat, because
 * `/proc/PID/stat` counts in hundredths, too coarse for a turn of a small server.
 */
export async function secondsOf(pid: number): Promise<number | null> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const used = await Promise.all(
    threads.map(async (thread) => {
      // Nanoseconds on a core, nanoseconds waiting, timeslices (Documentation/scheduler/sched-stats).
      const line = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '');
      return Number(line.split(' ')[0]) / 1e9;
    }),
  );
  const sum = used.reduce((total, seconds) => total + seconds, 0);
  return sum > 0 ? sum : null;
}

/** Reads a value of `/proc/PID/status`; null except on Linux. */
export async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : null;
}

/** CPU seconds in a period. */
export interface Load {
  product: number;
  /** The product's finished child processes: ffmpeg. */
  encoder: number;
  /** What neither the product, the stand-ins nor the bench used, of the cores' total time. */
  othersShare: number;
}

/** Tells whether the product or a busy machine causes a bad figure. Null except on Linux. */
export async function countLoad(
  product: Running,
  standins: Running,
): Promise<() => Promise<Load | null>> {
  const from = await readAll(product, standins);
  return async () => {
    const to = await readAll(product, standins);
    if (!from || !to) return null;
    const seconds = (name: keyof typeof to) => to[name] - from[name];
    const ours = seconds('product') + seconds('encoder') + seconds('standins') + seconds('bench');
    const others = Math.max(0, seconds('machine') - ours);
    return {
      product: seconds('product'),
      encoder: seconds('encoder'),
      othersShare: others / (seconds('clock') * os.cpus().length),
    };
  };
}

async function readAll(product: Running, standins: Running) {
  const one = await cpuOf(product.pid);
  const other = await cpuOf(standins.pid);
  if (!one || !other) return null;
  const { user, system } = process.cpuUsage();
  const busy = os.cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return {
    product: one.self,
    encoder: one.children,
    standins: other.self,
    bench: (user + system) / 1e6,
    machine: busy.reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000,
    clock: performance.now() / 1000,
  };
}

/** Linux's clock ticks per second, on every platform that Node supports. */
const TICKS = 100;

async function cpuOf(pid: number): Promise<{ self: number; children: number } | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name in brackets: state is field 3, user and system time are 14 to 17 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, childUser, childSystem] = fields.slice(11, 15).map(Number);
  if (user === undefined || childSystem === undefined) return null;
  const ticks = (a = 0, b = 0) => (a + b) / TICKS;
  return { self: ticks(user, system), children: ticks(childUser, childSystem) };
}
