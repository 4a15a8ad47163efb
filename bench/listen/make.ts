import { answers } from '#shared/brief.ts';
import type { Podcast } from '#shared/episode.ts';
import { transcript } from '#shared/script.ts';
import { type Buyer, openBuyer } from '../../server/testing/buyer.ts';
import { makeEach, pairAt } from '../customer.ts';
import { type BenchTopic, type StoredEpisode, storedEpisode } from './episode.ts';
import { type Exchange, lossesOf, readExchange } from './exchange.ts';
import { openSetup, type Setup } from './setup.ts';

const OPENAI = 'https://api.openai.com/v1';
/** Accounts that buy at once: each waits for one episode before it orders the next. */
const AT_ONCE = 4;
/** An episode is given up after this time, s. */
const LONGEST = 1800;

/**
 * The model is the one that the environment's OPENAI_ variables name, else the stand-in with the
 * demo's scripts. Voices and payments are always stand-ins: they do not change what is said. `keep`
 * gets each episode as soon as it is delivered; `index` is its place among the topics.
 */
export async function makeAll(
  topics: BenchTopic[],
  keep: (episode: StoredEpisode, index: number) => Promise<void>,
): Promise<void> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL = OPENAI } = process.env;
  const named = Object.entries(process.env).flatMap(([name, value]) =>
    OPENAI_API_KEY && name.startsWith('OPENAI_') && value ? [[name, value] as const] : [],
  );
  const account = OPENAI_API_KEY ? OPENAI_BASE_URL : undefined;
  const setup = await openSetup(readExchange, Object.fromEntries(named), account);
  try {
    await setup.stage.setFaults({ openai: { writer: 'scripts' } });
    const numbered = topics.map((topic, index) => ({ topic, index }));
    const accounts = Map.groupBy(numbered, ({ topic }) => topic.account);
    await makeEach(accounts.values(), AT_ONCE, setup.product, async (bought) => {
      const buyer = await openBuyer(setup.product.url, setup.stage);
      for (const { topic, index } of bought) {
        await keep(await make(topic, index, buyer, setup), index);
      }
    });
  } finally {
    await setup.stage.close();
  }
}

async function make(topic: BenchTopic, index: number, buyer: Buyer, setup: Setup<Exchange>) {
  const brief = await buyer.readTopic(topic.topic);
  const { publicId } = await buyer.buy({
    ...topic,
    voices: pairAt(await buyer.voices(), 3 * index),
    ...(brief && { brief }),
  });
  return collect(await buyer.delivered(publicId, LONGEST), topic, buyer, setup);
}

async function collect(
  { publicId }: Podcast,
  topic: BenchTopic,
  buyer: Buyer,
  { stage, heard }: Setup<Exchange>,
): Promise<StoredEpisode> {
  const media = async (name: string) =>
    (await buyer.fetch(`/media/${publicId}/${name}`)).json() as Promise<unknown>;
  const { segments } = transcript.parse(await media('transcript.json'));
  const { rows } = await stage.pool.query(
    `select title, summary, brief, outline, duration_seconds as seconds,
       json_build_object('A', voice1_name, 'B', voice2_name) as hosts,
       (select json_agg(cost) from (
         select provider, count(*)::int as calls, sum(microdollars)::int as microdollars
         from expenses where podcast_id = podcasts.id group by provider
       ) as cost) as costs
     from podcasts where public_id = $1`,
    [publicId],
  );
  return storedEpisode.parse({
    ...rows[0],
    topic,
    lines: segments.map(({ side, body, startTime, endTime }) => ({
      speaker: side,
      text: body,
      start: startTime,
      end: endTime,
    })),
    questions: answers.parse(await media('answers.json')).questions,
    answers: heard.filter((exchange) => exchange.topic === topic.topic).map(lossesOf),
  });
}
