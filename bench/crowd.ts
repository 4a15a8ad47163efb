import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { EPISODES_AT_ONCE } from '../server/production/run/episodeQueue.ts';
import { type Buyer, openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import type { Running } from '../server/testing/processes.ts';
import { countLines, type LineCounts, overtaken, type Purchase } from './fairness.ts';
import type { Result } from './figures.ts';
import type { Fired, Stream } from './generator.ts';
import { openHelper } from './helper.ts';
import { countLoad, type Load } from './load.ts';
import { megabytes, megabytesOfAll } from './rss.ts';
import { IN_PRODUCTION, REALISTIC, type Stage } from './stage.ts';
import { percentile } from './statistics.ts';

const SIZES = { usual: { episodes: 50, seconds: 180 }, quick: { episodes: 12, seconds: 20 } };
/** Reads of an episode's state per second, as from fifty pages that poll every two seconds. */
const RATE = 25;
/** The other episodes wait, in the order of payment. */
const FIRST = EPISODES_AT_ONCE;
const BUYING = 4;

/** Times are seconds since the epoch. */
interface Made {
  id: number;
  paidAt: number;
  startedAt: number | null;
  isDelivered: boolean;
}

interface Watched {
  fired: Fired;
  /** MB of the product and its encoders together, once a second. */
  together: number[];
  peak: number | null;
  load: Load | null;
}

export async function measureCrowd(stage: Stage, quick: boolean): Promise<Result> {
  const { episodes, seconds } = quick ? SIZES.quick : SIZES.usual;
  console.log(`Making ${episodes} episodes at once, watched for ${seconds} seconds`);
  await stage.setSpeeds(REALISTIC);
  await lowerPriority(stage.standins.pid);
  const product = await stage.startProduct(IN_PRODUCTION);
  const buyer = await openBuyer(product.url, stage);
  const ids = await buyAll(episodes, buyer);
  await eventually(
    'the first episodes are being spoken',
    async () =>
      new Set((await purchasesOf(ids, stage)).map(({ episode }) => episode)).size >= FIRST,
    60,
  );
  const watched = await watch(ids, seconds, { product, buyer, stage });
  const purchases = await purchasesOf(ids, stage);
  const made = await rowsOf(ids, stage);
  const endedAt = Date.now() / 1000;
  await product.end('SIGTERM');
  await forget(ids, stage);
  const first = made.toSorted((one, other) => one.paidAt - other.paidAt).slice(0, FIRST);
  const shares = countLines(
    first.map(({ id }) => id),
    purchases,
  );
  return resultOf({ watched, shares, made, seconds, endedAt });
}

/** A real provider works on other machines. Linux schedules each thread by itself. */
async function lowerPriority(pid: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [String(pid)]);
  for (const thread of threads) {
    os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
  }
}

/** Neighbouring orders get different voices, as a line that two share is bought only once. */
async function buyAll(episodes: number, buyer: Buyer): Promise<string[]> {
  const voices = (await buyer.voices()).slice(0, 2 * FIRST);
  await Promise.all(voices.map((voice) => buyer.fetchSample(voice)));
  const ids: string[] = [];
  let next = 0;
  const buyOn = async () => {
    for (let index = next++; index < episodes; index = next++) {
      const place = (2 * index) % voices.length;
      const pair: [string, string] = [voices[place] ?? '', voices[place + 1] ?? ''];
      const topic = `Question ${index + 1}: what do we owe to chance?`;
      ids.push((await buyer.buy({ topic, minutes: 10, voices: pair })).publicId);
    }
  };
  await Promise.all(Array.from({ length: BUYING }, buyOn));
  return ids;
}

async function watch(
  ids: string[],
  seconds: number,
  { product, buyer, stage }: { product: Running; buyer: Buyer; stage: Stage },
): Promise<Watched> {
  const generator = openHelper(new URL('./generator.ts', import.meta.url));
  const endCount = await countLoad(product, stage.standins);
  const stream: Stream = {
    urls: ids.map((id) => `${product.url}/api/podcasts/${id}`),
    cookie: buyer.cookie,
    rate: RATE,
    seconds,
  };
  const firing = generator.ask<Fired>(stream);
  const together: number[] = [];
  for (let second = 0; second < seconds; second++) {
    await pause(1000);
    together.push(await megabytesOfAll(product.pid));
  }
  const fired = await firing;
  await generator.close();
  return { fired, together, peak: await megabytes(product.pid, 'VmHWM'), load: await endCount() };
}

/** Counts lines by the product's expenses, which leave out clips that it had bought before. */
async function purchasesOf(ids: string[], { pool }: Stage): Promise<Purchase[]> {
  const { rows } = await pool.query(
    `select podcast_id as episode, extract(epoch from at)::float8 as at
     from expenses join podcasts on podcasts.id = podcast_id
     where provider = 'ElevenLabs' and public_id = any($1)`,
    [ids],
  );
  return rows;
}

async function rowsOf(ids: string[], { pool }: Stage): Promise<Made[]> {
  const { rows } = await pool.query(
    `select podcasts.id, extract(epoch from paid_at)::float8 as "paidAt",
       extract(epoch from started_at)::float8 as "startedAt",
       podcasts.status = 'completed' as "isDelivered"
     from podcasts join orders on podcast_id = podcasts.id where podcasts.public_id = any($1)`,
    [ids],
  );
  return rows;
}

/** Deletes the unfinished episodes, or the next instance would produce them. */
async function forget(ids: string[], { pool }: Stage): Promise<void> {
  await pool.query(`update podcasts set status = 'deleted' where public_id = any($1)`, [ids]);
  await pool.query(`delete from pgboss.job where name = 'produce'`);
}

function resultOf(crowd: {
  watched: Watched;
  shares: LineCounts;
  made: Made[];
  seconds: number;
  endedAt: number;
}): Result {
  const { watched, shares, made, seconds, endedAt } = crowd;
  const { fired, together, peak, load } = watched;
  const least = Math.min(...shares.lines);
  const most = Math.max(...shares.lines);
  const delivered = made.filter(({ isDelivered }) => isDelivered).length;
  const others = load === null ? 'an unknown share' : `${(100 * load.othersShare).toFixed(0)} %`;
  return {
    area: 'crowd',
    figures: [
      {
        name: `${made.length} episodes: peak RSS of the process`,
        value: peak,
        unit: 'MB',
        goal: { atMost: 600 },
      },
      {
        name: 'together with its encoders, at most',
        value: Math.max(...together),
        unit: 'MB',
      },
      {
        name: 'p99 of reads while they are made',
        value: percentile(fired.latencies, 0.99),
        unit: 'ms',
        goal: { atMost: 100 },
      },
      { name: 'reads that failed', value: fired.failures, unit: '', goal: { atMost: 0 } },
      {
        name: 'lines spoken of an episode, the least over the most',
        value: least / most,
        goal: { atLeast: 0.8 },
        note: `${least} to ${most} in ${(shares.to - shares.from).toFixed(0)} s`,
      },
      {
        name: 'begun before one that was paid for earlier, by at most',
        value: overtaken(made, endedAt),
        unit: 's',
        goal: { atMost: 1 },
      },
      { name: 'delivered meanwhile', value: delivered, unit: '' },
    ],
    notes: [
      `${made.length} orders of ten minutes are paid at one instance, the stand-ins in another process at realistic speeds and, as a real provider has its own machines, at a lower priority; observed for ${seconds} s, not to the end. ${FIRST} are made at once, the others wait in the order of payment.`,
      `Reads: GET /api/podcasts/… of each episode in turn, ${RATE} a second, sent on time even if the last one is unanswered; latencies count from the scheduled time.`,
      `Fairness: lines bought, by the product's expenses, for the first ${FIRST} paid, while all of them were being spoken.`,
      `Other processes, PostgreSQL included, used ${others} of this machine's CPU.`,
    ],
    details: {
      shares,
      latencies: {
        requests: fired.latencies.length,
        p50: percentile(fired.latencies, 0.5),
        max: Math.max(...fired.latencies),
        lateness: percentile(fired.lateness, 0.99),
      },
      together,
      load,
    },
  };
}
