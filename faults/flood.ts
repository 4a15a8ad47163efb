import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EPISODES_AT_ONCE } from '../server/production/run/episodeQueue.ts';
import { openSeededRandom } from '../server/testing/random.ts';
import { assertAll } from './assertions/many.ts';
import type { Case } from './case.ts';
import { buyAtOnce, type Episode, finishAll } from './episode.ts';
import type { System } from './system.ts';

/** Limit of the product's resident memory, MB, whatever the number of orders. */
const MEMORY = 1024;
/** Limit of the 99th percentile of reads while orders wait, ms; generous for a shared machine. */
const READING = 5000;

export const flood: Case['run'] = async (system, seed, orders = 10) => {
  const { pid } = await system.product();
  const { buyer, episodes } = await buyAtOnce(system, openSeededRandom(seed), orders);
  const readings: number[] = [];
  let memory = 0;
  for (let n = 0; await isWaiting(episodes, system); n++) {
    const began = performance.now();
    await buyer.find(episodes[n % orders]?.publicId ?? '');
    readings.push(performance.now() - began);
    if (n % 20 === 0) memory = Math.max(memory, await residentMegabytes(pid));
  }
  await finishAll(episodes, system);
  memory = Math.max(memory, await residentMegabytes(pid));

  const slow = readings.sort((a, b) => a - b)[Math.floor(readings.length * 0.99)] ?? 0;
  const broken = [...(await assertAll(episodes, system)), ...(await unfair(episodes, system))];
  if (readings.length < 100) broken.push(`only ${readings.length} readings`);
  if (slow > READING) broken.push(`a reading in a hundred took ${slow.toFixed(0)} ms`);
  if (memory > MEMORY) broken.push(`it took ${memory} MB`);
  if (broken.length) throw new Error(broken.join('\n'));
  return `${orders} orders, ${memory} MB, p99 of ${readings.length} readings ${slow.toFixed(0)} ms`;
};

async function isWaiting(episodes: Episode[], { pool }: System): Promise<boolean> {
  const { rowCount } = await pool.query(
    'select 1 from podcasts where id = any($1) and started_at is null limit 1',
    [episodes.map(({ id }) => id)],
  );
  return rowCount !== 0;
}

/** No episode starts before one that was paid earlier, except those that start together. */
async function unfair(episodes: Episode[], { pool }: System): Promise<string[]> {
  const { rows } = await pool.query(
    `select podcasts.id, rank() over (order by paid_at) as paid,
       rank() over (order by started_at) as begun
     from podcasts join orders on podcast_id = podcasts.id where podcasts.id = any($1)`,
    [episodes.map(({ id }) => id)],
  );
  return rows
    .filter(({ paid, begun }) => Math.abs(paid - begun) >= EPISODES_AT_ONCE)
    .map(({ id, paid, begun }) => `episode ${id} was paid as number ${paid}, begun as ${begun}`);
}

async function residentMegabytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Math.round(Number(stdout) / 1024);
}
