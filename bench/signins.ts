import { setTimeout as pause } from 'node:timers/promises';
import type { Result } from './figures.ts';
import type { Answers, Flood } from './flood.ts';
import type { Fired, Stream } from './generator.ts';
import { openHelper } from './processes.ts';
import { IN_PRODUCTION, type Stage } from './stage.ts';
import { percentile } from './statistics.ts';

const AT_ONCE = 60;
const RATE = 50;
const SECONDS = { usual: 20, quick: 5 };
/** A latency that nobody notices, ms. Below it, doubling the latency is not a failure. */
const IMPERCEPTIBLE = 50;

export async function measureSignIns(stage: Stage, quick: boolean): Promise<Result> {
  console.log('Requesting the first page, alone and during a flood of sign-ins');
  const product = await stage.startProduct({ ...IN_PRODUCTION, TRUST_PROXY: '1' });
  const generator = openHelper(new URL('./generator.ts', import.meta.url));
  const flood = openHelper(new URL('./flood.ts', import.meta.url));
  const seconds = quick ? SECONDS.quick : SECONDS.usual;
  try {
    const read = async (length: number) => {
      const stream: Stream = { urls: [`${product.url}/`], cookie: '', rate: RATE, seconds: length };
      const fired = await generator.ask<Fired>(stream);
      if (fired.failures) throw new Error(`${fired.failures} page requests failed`);
      return fired;
    };
    // Warm-up: compiles the code and compresses the page.
    await read(5);
    const quiet = await read(seconds);
    const poured: Flood = {
      url: product.url,
      cookie: '',
      path: '/api/auth/login',
      body: 'guesses',
      atOnce: AT_ONCE,
      seconds: seconds + 2,
    };
    const answered = flood.ask<Answers>(poured);
    await pause(1000);
    const flooded = await read(seconds);
    return resultOf(quiet, flooded, await answered);
  } finally {
    await Promise.all([generator, flood].map((helper) => helper.close()));
    await product.end('SIGTERM');
  }
}

function resultOf(quiet: Fired, flooded: Fired, answers: Answers): Result {
  const alone = percentile(quiet.latencies, 0.99);
  return {
    area: 'signins',
    figures: [
      {
        name: `p99 of the first page beside ${AT_ONCE} sign-ins at once`,
        value: percentile(flooded.latencies, 0.99),
        unit: 'ms',
        goal: { atMost: Math.max(2 * alone, IMPERCEPTIBLE) },
        note: `alone ${alone.toFixed(1)} ms`,
      },
    ],
    notes: [
      `${RATE} pages a second, sent on time; then the same during a flood of ${AT_ONCE} clients, each of which tries the next password as soon as the last is answered, always with a new account and from a new network.`,
      `The goal is twice what it takes alone, or ${IMPERCEPTIBLE} ms, whichever is more. The flood was answered: ${Object.entries(
        answers,
      )
        .map(([status, count]) => `${count} times ${status}`)
        .join(', ')}.`,
      `The generator sent 1 % of the requests more than ${percentile(quiet.lateness, 0.99).toFixed(2)} ms late alone, ${percentile(flooded.lateness, 0.99).toFixed(2)} ms during the flood.`,
    ],
    details: { quiet: spread(quiet), flooded: spread(flooded), answers },
  };
}

const spread = ({ latencies }: Fired) => ({
  requests: latencies.length,
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  max: Math.max(...latencies),
});
