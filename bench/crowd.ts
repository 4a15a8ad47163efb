import { readdir } from 'node:fs/promises';
import os from 'node:os';
import { EPISODES_AT_ONCE } from '../server/production/run/episodeQueue.ts';
import { eventually } from '../server/testing/eventually.ts';
import { type Customer, forEach, openCustomer, pairAt, playSamples } from './customer.ts';
import { countLines, type LineCounts, overtaken, type Purchase } from './fairness.ts';
import type { Result } from './figures.ts';
import type { Fired, Stream } from './generator.ts';
import { countLoad, type Load, megabytes, openHelper } from './processes.ts';
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
}

interface Watched {
  fired: Fired;
  peak: number | null;
  load: Load | null;
}

export async function measureCrowd(stage: Stage, quick: boolean): Promise<Result> {
  const { episodes, seconds } = quick ? SIZES.quick : SIZES.usual;
  console.log(`Making ${episodes} episodes at once, watched for ${seconds} seconds`);
  await stage.setSpeeds(REALISTIC);
  await lowerPriority(stage.standins.pid);
  const customer = await openCustomer(stage, IN_PRODUCTION);
  const ids = await buyAll(episodes, customer);
  await eventually(
    'the first episodes are being spoken',
    async () =>
      new Set((await purchasesOf(ids, stage)).map(({ episode }) => episode)).size >= FIRST,
    60,
  );
  const watched = await watch(ids, seconds, customer);
  const purchases = await purchasesOf(ids, stage);
  const made = await rowsOf(ids, stage);
  const endedAt = Date.now() / 1000;
  await customer.product.end('SIGTERM');
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
async function buyAll(episodes: number, { buyer, voices }: Customer): Promise<string[]> {
  const some = voices.slice(0, 2 * FIRST);
  await playSamples(buyer, some);
  const ids: string[] = [];
  await forEach(Array(episodes).keys(), BUYING, async (index) => {
    const topic = `Question ${index + 1}: what do we owe to chance?`;
    const order = { topic, minutes: 10, voices: pairAt(some, 2 * index) };
    ids.push((await buyer.buy(order)).publicId);
  });
  return ids;
}

async function watch(
  ids: string[],
  seconds: number,
  { product, buyer, stage }: Customer,
): Promise<Watched> {
  const generator = openHelper(new URL('./generator.ts', import.meta.url));
  const endCount = await countLoad(product, stage.standins);
  const stream: Stream = {
    urls: ids.map((id) => `${product.url}/api/podcasts/${id}`),
    cookie: buyer.cookie,
    rate: RATE,
    seconds,
  };
  const fired = await generator.ask<Fired>(stream);
  await generator.close();
  return { fired, peak: await megabytes(product.pid, 'VmHWM'), load: await endCount() };
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
       extract(epoch from started_at)::float8 as "startedAt"
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
  const { fired, peak, load } = watched;
  const least = Math.min(...shares.lines);
  const most = Math.max(...shares.lines);
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
      load,
    },
  };
}
