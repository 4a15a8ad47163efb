import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { Running } from '../server/testing/processes.ts';

/** Seconds of CPU over a stretch of time. */
export interface Load {
  product: number;
  /** What the product started and waited for: ffmpeg. */
  encoder: number;
  standins: number;
  bench: number;
  /** Everything else on the machine, PostgreSQL included. */
  others: number;
  /** `others` over all that the cores could have given. */
  othersShare: number;
}

/**
 * Counts the CPU from now on; the answer ends the count. It says whether a bad figure is the
 * product's or a busy machine's. Null where there is no Linux to ask.
 */
export async function countLoad(
  product: Running,
  standins: Running,
): Promise<() => Promise<Load | null>> {
  const from = await readAll(product, standins);
  return async () => {
    const to = await readAll(product, standins);
    if (!from || !to) return null;
    const seconds = (name: keyof typeof to) => to[name] - from[name];
    const used = {
      product: seconds('product'),
      encoder: seconds('encoder'),
      standins: seconds('standins'),
      bench: seconds('bench'),
    };
    const ours = used.product + used.encoder + used.standins + used.bench;
    const others = Math.max(0, seconds('machine') - ours);
    return { ...used, others, othersShare: others / (seconds('clock') * os.cpus().length) };
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

/** Ticks a second in which Linux counts, on every platform that Node runs on. */
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
