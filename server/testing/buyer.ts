import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Brief, OrderBrief } from '#shared/brief.ts';
import type { Podcast } from '#shared/episode.ts';
import { partList } from '#shared/parts.ts';
import type { Preview } from '#shared/previews.ts';
import { DURATIONS } from '#shared/pricing.ts';
import type { Style, Tone } from '#shared/tonesAndStyles.ts';
import { cookieOf } from './cookie.ts';
import { eventually } from './eventually.ts';

interface OrderSimulation {
  pool: Pool;
  pay(transactionId: string): Promise<void>;
}

/** Without tone and style, the form's defaults apply. */
interface BuyerOrder {
  topic: string;
  /** A length that is not sold is written into the order before that is paid. */
  minutes: number;
  voices: [string, string];
  tone?: Tone;
  style?: Style;
  brief?: OrderBrief;
  /** Ids from `attach`. */
  sources?: string[];
  onlyTheseSources?: boolean;
  preview?: string;
}

export interface Buyer {
  cookie: string;
  email: string;
  /** Ids from the catalogue, female and male in turn. */
  voices(): Promise<string[]>;
  fetchSample(voiceId: string): Promise<void>;
  /** How the topic is understood; null if it cannot be read, which an order does not need. */
  readTopic(topic: string): Promise<Brief | null>;
  attach(given: { url: string } | { text: string }): Promise<string>;
  askForPreview(order: BuyerOrder): Promise<Preview>;
  askForSound(previewId: string): Promise<void>;
  findPreview(previewId: string, minutes: number): Promise<Preview>;
  /** `paidAt` is in ms since the epoch. */
  buy(order: BuyerOrder, beforePaying?: (orderId: string) => Promise<void>): Promise<Purchase>;
  find(publicId: string): Promise<Podcast>;
  /** Calls `seen` with each new stage. Throws if the episode fails, or after `seconds`. */
  delivered(publicId: string, seconds: number, seen?: (stage: string) => void): Promise<Podcast>;
  /** When the first part could be played, ms, or why it could not before production ended. */
  firstPart(publicId: string): Promise<number | string>;
  fetch(path: string): Promise<Response>;
}

interface Purchase {
  orderId: string;
  publicId: string;
  paidAt: number;
}

export async function openBuyer(url: string, simulation: OrderSimulation): Promise<Buyer> {
  let cookie = '';
  const email = `${randomUUID()}@example.com`;

  async function send(path: string, body?: unknown): Promise<Response> {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        origin: url,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // This account places hundreds of orders, more than the rate limits allow.
    if (reply.headers.has('retry-after')) {
      await reply.body?.cancel();
      await simulation.pool.query('delete from rate_limits');
      return send(path, body);
    }
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply;
  }
  const getOnce = (path: string) => fetch(`${url}${path}`, { headers: { cookie } });
  // Browsers also ask again when the server closes an idle connection at that moment.
  const get = (path: string) => getOnce(path).catch(() => getOnce(path));
  async function read<T>(path: string): Promise<T> {
    const reply = await get(path);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  const registered = await send('/api/auth/register', { email, password: 'secret1' });
  cookie = cookieOf({ headers: { 'set-cookie': registered.headers.getSetCookie() } });

  const find = async (publicId: string) =>
    (await read<{ podcast: Podcast }>(`/api/podcasts/${publicId}`)).podcast;

  return {
    cookie,
    email,
    async voices() {
      type Listed = { voices: { id: string; gender: string }[] };
      const { voices } = await read<Listed>('/api/voices');
      const of = (gender: string) => voices.filter((voice) => voice.gender === gender);
      const men = of('Male');
      return of('Female').flatMap(({ id }, index) => [id, men[index]?.id ?? id]);
    },
    async fetchSample(voiceId) {
      const reply = await get(`/api/voices/${voiceId}/sample.mp3`);
      if (!reply.ok) throw new Error(`no sample of ${voiceId}: ${reply.status}`);
      await reply.arrayBuffer();
    },
    async readTopic(topic) {
      const reply = await send('/api/briefs', { topic }).catch(() => null);
      return reply && ((await reply.json()) as { brief: Brief }).brief;
    },
    async attach(given) {
      const { source } = (await (await send('/api/sources', given)).json()) as {
        source: { id: string };
      };
      return source.id;
    },
    async askForPreview({ minutes, voices: [voice1Id, voice2Id], ...more }) {
      const previewRequest = { ...more, duration: minutes, voice1Id, voice2Id };
      const reply = await send('/api/previews', previewRequest);
      return ((await reply.json()) as { preview: Preview }).preview;
    },
    async askForSound(previewId) {
      await send(`/api/previews/${previewId}/sound`);
    },
    async findPreview(previewId, minutes) {
      const path = `/api/previews/${previewId}?minutes=${minutes}`;
      return (await read<{ preview: Preview }>(path)).preview;
    },
    async buy({ minutes, voices, ...more }, beforePaying) {
      const [voice1Id, voice2Id] = voices;
      const isSold = DURATIONS.some((sold) => sold === minutes);
      const duration = isSold ? minutes : DURATIONS[0];
      const orderRequest = { ...more, duration, voice1Id, voice2Id, email };
      const { order } = (await (await send('/api/orders', orderRequest)).json()) as {
        order: { id: string };
      };
      const checkout = await send(`/api/orders/${order.id}/checkout`);
      const { transactionId } = (await checkout.json()) as { transactionId: string };
      if (!isSold) {
        const shorten = 'update orders set duration = $2 where public_id = $1';
        await simulation.pool.query(shorten, [order.id, minutes]);
      }
      await beforePaying?.(order.id);
      const paidAt = Date.now();
      await simulation.pay(transactionId);
      const publicId = await eventually('the order is paid', async () => {
        const { rows } = await simulation.pool.query(
          `select podcasts.public_id as id from podcasts join orders on podcast_id = podcasts.id
           where orders.public_id = $1`,
          [order.id],
        );
        return rows[0]?.id as string | undefined;
      });
      return { orderId: order.id, publicId, paidAt };
    },
    find,
    delivered(publicId, seconds, seen) {
      let stage = '';
      return eventually(
        `the episode ${publicId} is delivered`,
        async () => {
          const podcast = await find(publicId);
          if (podcast.stage !== stage) seen?.(podcast.stage);
          stage = podcast.stage;
          if (podcast.status === 'failed') throw new Error(`failed: ${podcast.failure}`);
          return podcast.status === 'completed' && podcast;
        },
        seconds,
      );
    },
    async firstPart(publicId) {
      for (;;) {
        const reply = await get(`/media/${publicId}/parts.json`);
        const list = reply.ok ? partList.safeParse(await reply.json()).data : undefined;
        const first = list?.parts[0];
        if (first) {
          const sound = await fetch(new URL(first.url, url), { headers: { cookie } });
          await sound.arrayBuffer();
          if (sound.ok) return Date.now();
        }
        // A 404 may mean that there is no part yet, but not once the episode is finished.
        if ((await find(publicId)).status !== 'processing') {
          return reply.status === 404 ? 'not there: parts.json answers 404' : 'no part in time';
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
    fetch: get,
  };
}
