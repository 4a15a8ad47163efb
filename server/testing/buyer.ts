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

/** The parts of an order outside the product. */
interface OrderSimulation {
  pool: Pool;
  /** Pays a transaction as the buyer would in Paddle's overlay. */
  pay(transactionId: string): Promise<void>;
}

/** An order. Tone and style have the form's defaults. */
interface BuyerOrder {
  topic: string;
  /** A length that is not on sale is written into the order before it is paid, as most faults and
   * promises can be tested in two minutes as well as in twenty. */
  minutes: number;
  voices: [string, string];
  tone?: Tone;
  style?: Style;
  brief?: OrderBrief;
  /** Ids of what the buyer brought. */
  sources?: string[];
  onlyTheseSources?: boolean;
  /** Id of the preview that it begins with. */
  preview?: string;
}

export interface Buyer {
  /** The session's Cookie header. */
  cookie: string;
  email: string;
  /** Voices of the catalogue, female and male in turn, with different speech rates. */
  voices(): Promise<string[]>;
  /** Plays a voice's sample, as buyers do before they choose. */
  fetchSample(voiceId: string): Promise<void>;
  /** How a topic is understood; null when it cannot be read, which an order does not need. */
  readTopic(topic: string): Promise<Brief | null>;
  /** Brings a source and resolves with its id. */
  attach(given: { url: string } | { text: string }): Promise<string>;
  /** Asks how an episode begins. Resolves with the preview as it is then. */
  askForPreview(order: BuyerOrder): Promise<Preview>;
  askForSound(previewId: string): Promise<void>;
  findPreview(previewId: string, minutes: number): Promise<Preview>;
  /** Orders and pays. Resolves with the episode's public id and when it was paid, ms. */
  buy(order: BuyerOrder, beforePaying?: (orderId: string) => Promise<void>): Promise<Purchase>;
  find(publicId: string): Promise<Podcast>;
  /**
   * Waits until the episode is delivered. Calls `seen` when a stage is first seen. Throws if the
   * episode fails, or after `seconds`.
   */
  delivered(publicId: string, seconds: number, seen?: (stage: string) => void): Promise<Podcast>;
  /** When the first part could be played, ms; or why it could not before the end of production. */
  firstPart(publicId: string): Promise<number | string>;
  /** The bytes at this path, after redirects. */
  fetch(path: string): Promise<Response>;
}

interface Purchase {
  orderId: string;
  publicId: string;
  paidAt: number;
}

/** A new account that buys over HTTP, as a browser would. */
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
  // Browsers, too, ask again when the server has closed an idle connection at that moment.
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
