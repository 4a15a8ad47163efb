import { execFile } from 'node:child_process';
import { setTimeout as passed } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EPISODES_AT_ONCE } from '../server/production/run/episodeQueue.ts';
import { eventually } from '../server/testing/eventually.ts';
import { assertAll, assertEpisode } from './assertions/assertEpisode.ts';
import { crash, describe, storesClip } from './crash.ts';
import { buyAtOnce, type Episode, finish, finishAll } from './episode.ts';
import { halfSpoken, inTurn } from './killPoints.ts';
import { openLeaseTrace } from './leaseTrace.ts';
import type { Case, System } from './system.ts';

export const instances: Case[] = [
  { number: 25, name: 'two instances, many orders at once', run: sharedOut },
  { number: 25, name: 'two instances, one killed again and again', run: killRepeatedly },
  { number: 26, name: 'an instance paused past its lease', run: paused },
  { number: 36, name: 'a flood of paid orders', run: flood },
];

async function sharedOut(
  ...[system, random, _seed, orders = 3]: Parameters<Case['run']>
): Promise<string> {
  const one = await system.product();
  const two = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const { episodes } = await buyAtOnce(system, random, orders);
  await finishAll(episodes, system);
  const shares = [one, two].map(() => 0);
  for (const episode of episodes) {
    const maker = await leaseTrace.last(episode);
    shares[maker === one.name ? 0 : 1] = (shares[maker === one.name ? 0 : 1] ?? 0) + 1;
  }
  await two.end('SIGTERM');
  const broken = await assertAll(episodes, system);
  for (const episode of episodes) broken.push(...(await leaseTrace.shared(episode)));
  // With fewer orders, one instance may take them all.
  if (orders > EPISODES_AT_ONCE && shares.includes(0))
    broken.push('one of the two made all of them');
  if (broken.length) throw new Error(broken.join('\n'));
  return `${shares.join(' and ')} orders`;
}

async function paused(...[system, random, seed]: Parameters<Case['run']>): Promise<string> {
  const one = await system.product();
  const two = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const episode = await halfSpoken(system, random);
  const [holder, other] = (await leaseTrace.last(episode)) === one.name ? [one, two] : [two, one];
  const crashed = await crash(episode, system, async () => process.kill(holder.pid, 'SIGSTOP'));
  // Slow speech keeps the episode in production until the paused instance resumes.
  await system.setFaults({ elevenlabs: { latency: 3000 } });
  await eventually('the other one works on it', async () => {
    return (await leaseTrace.last(episode)) === other.name;
  });
  process.kill(holder.pid, 'SIGCONT');
  await eventually('the paused one lets go of it', async () => !(await system.worksOn(holder)));
  const isEnded = inTurn(seed, [true, false]);
  // The episode is back in the queue. The paused instance must not have emptied the queue.
  if (isEnded) await (other === one ? system.kill() : other.end('SIGKILL'));
  await system.setFaults({});
  await finish(episode, system);
  await two.end('SIGTERM');
  if (isEnded) {
    const successor = await system.start();
    await eventually('it sweeps up behind the dead', async () => !(await system.worksOn(other)));
    await successor.end('SIGTERM');
  }
  const broken = await leaseTrace.shared(episode);
  await assertEpisode(episode, crashed, system, { handovers: 4 }).catch((error) =>
    broken.push(error.message),
  );
  if (broken.length) throw new Error(broken.join('\n'));
  return `paused with ${describe(crashed)}${isEnded ? '; then the other one was killed' : ''}`;
}

/** With 100 orders: a kill every 20 s for five minutes. With fewer: in proportion. */
const SECONDS_PER_ORDER = 0.2;
const KILLS_PER_ORDER = 0.15;

/** A process that is killed before it has work proves little. */
const LEAST_SECONDS = 4;
const LEAST_KILLS = 2;

async function killRepeatedly(
  ...[system, random, _seed, orders = 4]: Parameters<Case['run']>
): Promise<string> {
  await system.product();
  let other = await system.start();
  const leaseTrace = await openLeaseTrace(system);
  const { episodes } = await buyAtOnce(system, random, orders);
  const every = Math.max(LEAST_SECONDS, orders * SECONDS_PER_ORDER);
  const kills = Math.max(LEAST_KILLS, Math.round(orders * KILLS_PER_ORDER));
  let storing = 0;
  for (let kill = 0; kill < kills; kill++) {
    await passed(every * 1000);
    storing += system.proxy.calls.filter((call) => storesClip(call) && call.ended === null).length;
    if (kill % 2) {
      await other.end('SIGKILL');
      other = await system.start();
    } else {
      await system.kill();
      await system.product();
    }
  }
  await finishAll(episodes, system);
  await other.end('SIGTERM');
  const broken = await assertAll(episodes, system, { count: kills, storing });
  for (const episode of episodes) broken.push(...(await leaseTrace.shared(episode)));
  if (broken.length) throw new Error(broken.join('\n'));
  return `${orders} orders, ${kills} kills, one every ${every} s`;
}

/** Limit of the product's resident memory, MB, whatever the number of orders. */
const MEMORY = 1024;
/** Limit of the 99th percentile of reads while orders wait, ms; generous for a shared machine. */
const READING = 5000;

async function flood(
  ...[system, random, _seed, orders = 10]: Parameters<Case['run']>
): Promise<string> {
  const { pid } = await system.product();
  const { buyer, episodes } = await buyAtOnce(system, random, orders);
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
}

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
