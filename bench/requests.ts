import { drizzle } from 'drizzle-orm/node-postgres';
import { aFinishedPodcast } from '../server/testing/builders.ts';
import { openBuyer } from '../server/testing/buyer.ts';
import { secondsOf } from './cpu.ts';
import type { Result } from './figures.ts';
import type { Fired, Stream } from './generator.ts';
import { type Helper, openHelper } from './helper.ts';
import { costOf, idleOf, latenciesOf, type Turn } from './serverTurns.ts';
import { IN_PRODUCTION, type Stage } from './stage.ts';
import { percentile } from './statistics.ts';

/** Requests per second, far below what each server can serve on two cores. */
const RATE = 100;
/** Warm-up of each read, so that its code is compiled before the measurement. */
const WARM_UP = { rate: 2 * RATE, seconds: 10 };
const ROUNDS = { usual: { count: 12, seconds: 3 }, quick: { count: 3, seconds: 1.5 } };

const LIST = 'GET /api/podcasts';
const ME = 'GET /api/auth/me';
const EXPRESS = 'bare Express, one SELECT';
const HTTP = 'bare node:http, one SELECT';

interface Read {
  server: string;
  pid: number;
  name: string;
  url: string;
  cookie: string;
}

export async function measureRequests(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Reading an episode list, and a row from bare servers');
  const product = await stage.startProduct(IN_PRODUCTION);
  const generator = openHelper(new URL('./generator.ts', import.meta.url));
  const bareServer = new URL('./bare.ts', import.meta.url);
  const express = openHelper(bareServer, ['express', stage.databaseUrl]);
  const http = openHelper(bareServer, ['http', stage.databaseUrl]);
  try {
    const buyer = await openBuyer(product.url, stage);
    const { user } = (await (await buyer.fetch('/api/auth/me')).json()) as { user: { id: number } };
    await aFinishedPodcast(drizzle(stage.pool), user.id);
    const ours = { server: 'ours', pid: product.pid, cookie: buyer.cookie };
    const bare = async (server: string, helper: Helper) => ({
      server,
      pid: helper.pid,
      url: `http://127.0.0.1:${await helper.ask<number>('where')}/users/${user.id}`,
      cookie: '',
    });
    const reads: Read[] = [
      { ...ours, name: LIST, url: `${product.url}/api/podcasts` },
      { ...ours, name: ME, url: `${product.url}/api/auth/me` },
      { ...(await bare('express', express)), name: EXPRESS },
      { ...(await bare('http', http)), name: HTTP },
    ];
    return resultOf(await takeTurns(reads, generator, quick));
  } finally {
    await Promise.all([generator, express, http].map((helper) => helper.close()));
    await product.end('SIGTERM');
  }
}

/** Each round starts with another server, so that disturbances affect all of them alike. */
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
        server: read.server,
        read: read.name,
        seconds: (performance.now() - from) / 1000,
        latencies: fired.latencies,
        cpu: Object.fromEntries(
          reads.map(({ server }) => [server, difference(before[server], after[server])]),
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
  const entries = reads.map(async ({ server, pid }) => [server, await secondsOf(pid)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function difference(before: number | null | undefined, after: number | null | undefined) {
  return before == null || after == null ? null : after - before;
}

function resultOf({ turns, lateness }: { turns: Turn[]; lateness: number[] }): Result {
  const cost = (read: string) => costOf(read, turns);
  const p99 = (read: string) => percentile(latenciesOf(read, turns), 0.99);
  const over = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one / other;
  const idle = idleOf('ours', turns);
  return {
    area: 'requests',
    figures: [
      {
        name: 'CPU of an authenticated read, over bare Express',
        value: over(cost(LIST), cost(EXPRESS)),
        goal: { atMost: 2.5 },
      },
      {
        name: `p99 at ${RATE} a second, over bare Express`,
        value: over(p99(LIST), p99(EXPRESS)),
        goal: { atMost: 2.5 },
      },
      { name: 'CPU of an authenticated read', value: cost(LIST), unit: 'ms' },
      { name: 'p99 of it', value: p99(LIST), unit: 'ms' },
      { name: 'CPU of who is signed in, over bare Express', value: over(cost(ME), cost(EXPRESS)) },
      { name: 'p99 of it, over bare Express', value: over(p99(ME), p99(EXPRESS)) },
      { name: 'CPU of the read, over bare node:http', value: over(cost(LIST), cost(HTTP)) },
      { name: 'p99 of it, over bare node:http', value: over(p99(LIST), p99(HTTP)) },
      { name: 'CPU when nobody asks', value: idle === null ? null : 100 * idle, unit: '%' },
    ],
    notes: [
      `${RATE} requests a second each, sent on time even if the last one is unanswered; latencies count from the scheduled time. Every round has a turn of each server.`,
      `The read: ${LIST} of an account with one episode, which queries session, account and rows; ${ME}, the cheapest, needs no rows. The bare servers: one SELECT of an account by its id, prepared, ten connections, no session, no ETag.`,
      'CPU of the server process alone, less its idle use; PostgreSQL is another process.',
      `The generator sent 1 % of the requests more than ${percentile(lateness, 0.99).toFixed(2)} ms late.`,
    ],
    details: [LIST, ME, EXPRESS, HTTP].map((read) => {
      const latencies = latenciesOf(read, turns);
      return {
        read,
        requests: latencies.length,
        cpu: cost(read),
        p50: percentile(latencies, 0.5),
        p99: p99(read),
        max: Math.max(...latencies),
      };
    }),
  };
}
