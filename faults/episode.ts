import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { type Buyer, openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import type { SeededRandom } from '../server/testing/random.ts';
import type { System } from './system.ts';

/** Long enough for a section written at once, one written in pieces, and a goodbye. */
const MINUTES = 4;
const MINUTES_OF_MANY = 2;
const TOPICS = ['Why the sea glows at night', 'How bread rises', 'What a yawn is for', 'Tides'];

export interface Episode {
  id: number;
  publicId: string;
  orderId: string;
  transactionId: string;
  shareToken: string;
  cents: number;
  minutes: number;
  /** Numbers of purchases and provider calls before the order. */
  from: { entries: number; calls: number };
}

/** The buyer has listened to both voices before. */
export async function buy(system: System, random: SeededRandom): Promise<Episode> {
  const { episodes } = await buyAtOnce(system, random, 1);
  return episodes[0] as Episode;
}

export async function buyAtOnce(
  system: System,
  random: SeededRandom,
  count: number,
): Promise<{ buyer: Buyer; episodes: Episode[] }> {
  const { url } = await system.product();
  const buyer = await openBuyer(url, system);
  const listed = await buyer.voices();
  // A female and a male voice. Three pairs are enough: each voice needs a sample.
  const pair = Math.floor(random.roll() * 3) * 2;
  const [one = '', two = ''] = listed.slice(pair);
  for (const voice of [one, two]) await buyer.fetchSample(voice);
  const from = { entries: (await system.purchases()).length, calls: system.proxy.calls.length };

  const minutes = count > 1 ? MINUTES_OF_MANY : MINUTES;
  const everything = Promise.withResolvers<void>();
  let placed = 0;
  async function prepare(): Promise<void> {
    placed += 1;
    if (placed === count) everything.resolve();
    await everything.promise;
  }
  const orders = Array.from({ length: count }, () => {
    return { topic: random.pick(TOPICS), tone: random.pick(TONES), style: random.pick(STYLES) };
  });
  const episodes = orders.map(async (order) => {
    const more = { ...order, minutes, voices: [one, two] as [string, string] };
    const { orderId } = await buyer.buy(more, prepare);
    return { ...(await rowOf(orderId, system)), orderId, minutes, from };
  });
  return { buyer, episodes: await Promise.all(episodes) };
}

async function rowOf(orderId: string, { pool }: System) {
  const { rows } = await pool.query(
    `select podcasts.id, podcasts.public_id as "publicId", share_token as "shareToken",
       orders.paddle_transaction_id as "transactionId", total as cents
     from orders join podcasts on podcasts.id = podcast_id where orders.public_id = $1`,
    [orderId],
  );
  return rows[0] as Omit<Episode, 'orderId' | 'minutes' | 'from'>;
}

export interface State {
  publicId: string;
  status: string;
  audioKey: string | null;
  audioBytes: number | null;
  streamBytes: number | null;
  attempts: number;
  hasBrief: boolean;
  hasOutline: boolean;
  sections: { planned: number; written: number };
  parts: string[];
  lines: { voice: string; text: string; isSpoken: boolean; clipKey: string | null }[];
}

export async function stateOf({ id }: Episode, { pool }: System): Promise<State> {
  const { rows } = await pool.query(
    `select public_id as "publicId", status, audio_key as "audioKey", attempts,
       audio_bytes::int as "audioBytes", stream_bytes::int as "streamBytes", outline is not null as "hasOutline",
       brief is not null as "hasBrief",
       json_build_object('planned', coalesce(jsonb_array_length(outline -> 'sections'), 0),
         'written', sections_written) as sections,
       array(select audio_key from podcast_parts where podcast_id = id) as parts,
       (select coalesce(json_agg(json_build_object(
          'voice', case speaker when 'A' then voice1_id else voice2_id end, 'text', text,
          'isSpoken', state in ('spoken', 'dropped'), 'clipKey', clip_key) order by position), '[]')
        from podcast_lines where podcast_id = id) as lines
     from podcasts where id = $1`,
    [id],
  );
  return rows[0] as State;
}

/** Starts the product if it is dead. */
export async function finish(episode: Episode, system: System, seconds = 240): Promise<void> {
  await system.product();
  await eventually(
    'the episode is delivered',
    async () => {
      const { rows } = await system.pool.query(
        `select status, failure, sent_at from podcasts
         left join emails on about = 'podcast:' || podcasts.id and kind = 'ready'
         where podcasts.id = $1`,
        [episode.id],
      );
      if (rows[0].status === 'failed') throw new Error(`the episode failed: ${rows[0].failure}`);
      return rows[0].status === 'completed' && rows[0].sent_at !== null;
    },
    seconds,
  );
}

/** Seconds allowed for each order on a busy machine. */
const PER_ORDER = 60;

export async function finishAll(episodes: Episode[], system: System): Promise<void> {
  for (const episode of episodes) await finish(episode, system, 180 + episodes.length * PER_ORDER);
}
