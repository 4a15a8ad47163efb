import { drizzle } from 'drizzle-orm/node-postgres';
import { aFinishedPodcast } from '../server/testing/builders.ts';
import { openBuyer } from '../server/testing/buyer.ts';
import type { Result } from './figures.ts';
import type { Fired, Stream } from './generator.ts';
import { type Helper, openHelper, secondsOf } from './processes.ts';
import { costOf, latenciesOf, type Turn } from './serverTurns.ts';
import { IN_PRODUCTION, type Stage } from './stage.ts';
import { percentile } from './statistics.ts';

/** Requests per second, far below what each server can serve on two cores. */
const RATE = 100;
/** Warm-up of each read, so that its code is compiled before the measurement. */
const WARM_UP = { rate: 2 * RATE, seconds: 10 };
const ROUNDS = { usual: { count: 12, seconds: 3 }, quick: { count: 3, seconds: 1.5 } };

const OURS = 'GET /api/podcasts';
const BARE = 'bare Express, one SELECT';

interface Read {
  name: string;
  pid: number;
  url: string;
  cookie: string;
}

export async function measureRequests(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Reading an episode list, and a row from a bare server');
  const product = await stage.startProduct(IN_PRODUCTION);
  const generator = openHelper(new URL('./generator.ts', import.meta.url));
  const express = openHelper(new URL('./bare.ts', import.meta.url), [stage.databaseUrl]);
  try {
    const { cookie, ...buyer } = await openBuyer(product.url, stage);
    const { user } = (await (await buyer.fetch('/api/auth/me')).json()) as { user: { id: number } };
    await aFinishedPodcast(drizzle(stage.pool), user.id);
    const bare = `http://127.0.0.1:${await express.ask<number>('where')}/users/${user.id}`;
    const reads: Read[] = [
      { name: OURS, pid: product.pid, url: `${product.url}/api/podcasts`, cookie },
      { name: BARE, pid: express.pid, url: bare, cookie: '' },
    ];
    return resultOf(await takeTurns(reads, generator, quick));
  } finally {
    await Promise.all([generator, express].map((helper) => helper.close()));
    await product.end('SIGTERM');
  }
}

/** Each round starts with the other server, so that disturbances affect both alike. */
async function takeTurns(reads: Read[], generator: Helper, quick: boolean) {
  for (const read of reads) await ask(read, WARM_UP, generator);
  const { count, seconds } = quick ? ROUNDS.quick : ROUNDS.usual;
  const turns: Turn[] = [];
  const lateness: number[] = [];
  for (let round = 0; round < count; round++) {
    for (let place = 0; place < reads.length; place++) {
      const read = reads[(round + place) % reads.length] as Read;
      const before = await cpuOf(reads);
      const from = performance.now();
      const fired = await ask(read, { rate: RATE, seconds }, generator);
      const after = await cpuOf(reads);
      turns.push({
        read: read.name,
        seconds: (performance.now() - from) / 1000,
        latencies: fired.latencies,
        cpu: Object.fromEntries(
          reads.map(({ name }) => [name, difference(before[name], after[name])]),
        ),
      });
      lateness.push(...fired.lateness);
    }
  }
  return { turns, lateness };
}

async function ask(
  { url, cookie, name }: Read,
  { rate, seconds }: { rate: number; seconds: number },
  generator: Helper,
): Promise<Fired> {
  const stream: Stream = { urls: [url], cookie, rate, seconds };
  const fired = await generator.ask<Fired>(stream);
  if (fired.failures) throw new Error(`${name}: ${fired.failures} requests failed`);
  return fired;
}

async function cpuOf(reads: Read[]): Promise<Record<string, number | null>> {
  const entries = reads.map(async ({ name, pid }) => [name, await secondsOf(pid)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function difference(from: number | null | undefined, to: number | null | undefined) {
  return from == null || to == null ? null : to - from;
}

function resultOf({ turns, lateness }: { turns: Turn[]; lateness: number[] }): Result {
  const p99 = (read: string) => percentile(latenciesOf(read, turns), 0.99);
  const [ours, bare] = [costOf(OURS, turns), costOf(BARE, turns)];
  return {
    area: 'requests',
    figures: [
      {
        name: 'CPU of an authenticated read, over bare Express',
        value: ours === null || bare === null ? null : ours / bare,
        goal: { atMost: 2.5 },
      },
      {
        name: `p99 at ${RATE} a second, over bare Express`,
        value: p99(OURS) / p99(BARE),
        goal: { atMost: 2.5 },
      },
    ],
    notes: [
      `${RATE} requests a second each, sent on time even if the last one is unanswered; latencies count from the scheduled time. Every round has a turn of each server.`,
      `The read: ${OURS} of an account with one episode, which queries session, account and rows. The bare server: one SELECT of an account by its id, prepared, ten connections, no session, no ETag.`,
      'CPU of the server process alone, less its idle use; PostgreSQL is another process.',
      `The generator sent 1 % of the requests more than ${percentile(lateness, 0.99).toFixed(2)} ms late.`,
    ],
    details: [OURS, BARE].map((read) => {
      const latencies = latenciesOf(read, turns);
      return {
        read,
        requests: latencies.length,
        cpu: costOf(read, turns),
        p50: percentile(latencies, 0.5),
        p99: p99(read),
        max: Math.max(...latencies),
      };
    }),
  };
}
