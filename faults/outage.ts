import { setTimeout as passed } from 'node:timers/promises';
import { openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import { assertAll } from './assertions/assertEpisode.ts';
import { buyAtOnce, type Episode, finishAll } from './episode.ts';
import { inTurn } from './killPoints.ts';
import type { Case, System } from './system.ts';

/** Factor on all waits for a provider and on the outage's clock. */
const PACE = 1 / 30;
/** The longer outage lasts over ten times as long as one that once failed an episode. */
const MINUTES = [5, 40];
/** Time between a buyer's attempts to pay, ms. */
const PRESSED_EVERY = 300;

/** Nothing fails, counts as an attempt, is bought twice or, once sales are paused, is sold. */
export function outage(provider: 'openai' | 'elevenlabs' | 's3'): Case['run'] {
  return async (system, random, seed, orders = 3) => {
    await system.kill('SIGTERM');
    const { url } = await system.product({ DUOLOGUE_PACE: String(PACE) });
    try {
      const salesGate = await openSalesGate(url, system);
      // Slow enough for the outage to interrupt everything.
      const slow = { elevenlabs: { latency: 400 }, openai: { tokensPerSecond: 150 } };
      await system.setFaults(slow);
      const { episodes } = await buyAtOnce(system, random, orders);
      await eventually('some lines are spoken', async () => {
        return (await spoken(episodes, system)) > 2 * Math.min(orders, 8);
      });

      const minutes = inTurn(seed, MINUTES);
      const ends = Date.now() + minutes * 60_000 * PACE;
      const away = { ...slow, [provider]: { errorRate: 1, status: 503 } };
      await system.setFaults(away);
      // Whether the checkout was open, and the minute of the outage.
      const answers: { isOpen: boolean; minute: number }[] = [];
      while (Date.now() < ends) {
        const minute = minutes - (ends - Date.now()) / PACE / 60_000;
        answers.push({ isOpen: await salesGate.isOpen(), minute });
        await passed(PRESSED_EVERY);
      }
      const closed = answers.findIndex(({ isOpen }) => !isOpen);
      const sold = answers.slice(closed).filter(({ isOpen }) => isOpen).length;
      const broken = await failures(episodes, system);
      await system.setFaults({});
      await eventually('sales are open again', salesGate.isOpen, 120);
      await finishAll(episodes, system);

      if (closed < 0) broken.push('sales stayed open');
      else if (sold) broken.push(`${sold} checkouts were opened while it was away`);
      broken.push(...(await assertAll(episodes, system)));
      if (broken.length) throw new Error(broken.join('\n'));
      const after = answers[closed]?.minute.toFixed(1);
      return `${orders} orders, away for ${minutes} minutes at 1:${1 / PACE}, sales paused after ${after}`;
    } finally {
      await system.setFaults({});
      // The next case uses the product's usual waits.
      await system.kill('SIGTERM');
    }
  };
}

async function openSalesGate(url: string, system: System) {
  const buyer = await openBuyer(url, system);
  const [voice1Id, voice2Id] = await buyer.voices();
  function post(path: string, body?: object): Promise<Response> {
    const headers = { origin: url, cookie: buyer.cookie };
    const json = {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return fetch(`${url}${path}`, { method: 'POST', ...(body ? json : { headers }) });
  }
  const orderRequest = { topic: 'Tides', duration: 10, voice1Id, voice2Id, email: buyer.email };
  const placed = await post('/api/orders', orderRequest);
  const { order } = (await placed.json()) as { order: { id: string } };
  return {
    async isOpen(): Promise<boolean> {
      // The buyer tries more often than the rate limit allows.
      await system.pool.query('delete from rate_limits');
      const reply = await post(`/api/orders/${order.id}/checkout`);
      await reply.arrayBuffer();
      if (!reply.ok && reply.status !== 503)
        throw new Error(`the checkout answers ${reply.status}`);
      return reply.ok;
    },
  };
}

const ids = (episodes: Episode[]) => [episodes.map(({ id }) => id)];

async function spoken(episodes: Episode[], { pool }: System): Promise<number> {
  const lines = 'select sum(lines_spoken)::int as count from podcasts where id = any($1)';
  return (await pool.query(lines, ids(episodes))).rows[0].count;
}

async function failures(episodes: Episode[], { pool }: System): Promise<string[]> {
  const { rows } = await pool.query(
    `select id, status, attempts from podcasts
     where id = any($1) and (status = 'failed' or attempts > 0)`,
    ids(episodes),
  );
  return rows.map(
    ({ id, status, attempts }) => `in the outage episode ${id} is ${status}, ${attempts} failures`,
  );
}
