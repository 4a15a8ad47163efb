import { readFile } from 'node:fs/promises';
import os from 'node:os';
import type { Running } from '../server/testing/processes.ts';

/** CPU seconds in a period. */
export interface Load {
  product: number;
  /** The product's finished child processes: ffmpeg. */
  encoder: number;
  standins: number;
  bench: number;
  others: number;
  /** `others` as a share of the cores' total time. */
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
