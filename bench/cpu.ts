import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

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
