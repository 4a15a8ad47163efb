import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Reads a value of `/proc/PID/status`; null except on Linux. */
export async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : null;
}

/** Current RSS of the process and its children; shared pages are counted twice. */
export async function megabytesOfAll(pid: number): Promise<number> {
  const started = await Promise.all(
    globSync(`/proc/${pid}/task/*/children`).map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const pids = [pid, ...started.flatMap((line) => line.split(' ').filter(Boolean).map(Number))];
  const each = await Promise.all(pids.map((one) => megabytes(one, 'VmRSS')));
  return each.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}
