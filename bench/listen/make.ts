import { type Answers, answers } from '#shared/brief.ts';
import type { Podcast } from '#shared/episode.ts';
import { transcript } from '#shared/script.ts';
import { type Buyer, openBuyer } from '../../server/testing/buyer.ts';
import { type StoredEpisode, storedEpisode } from './episode.ts';
import { lossesOf } from './losses.ts';
import type { Setup } from './setup.ts';
import type { BenchTopic } from './topics.ts';

/** Accounts that buy at once: each waits for one episode before it orders the next. */
const AT_ONCE = 4;
/** An episode is given up after this time, s. */
const LONGEST = 1800;

interface Making extends Pick<Setup, 'stage' | 'product' | 'recorder'> {
  /** Called with each episode as soon as it is delivered; `index` is its place among the topics. */
  keep(episode: StoredEpisode, index: number): Promise<void>;
}

export async function makeAll(topics: BenchTopic[], making: Making): Promise<void> {
  const numbered = topics.map((topic, index) => ({ topic, index }));
  const accounts = Object.values(Object.groupBy(numbered, ({ topic }) => topic.account));
  const waiting = accounts.map((bought) => bought ?? []);
  const work = async () => {
    for (let bought = waiting.shift(); bought; bought = waiting.shift()) {
      const buyer = await openBuyer(making.product.url, making.stage);
      for (const { topic, index } of bought) {
        await making.keep(await make(topic, index, buyer, making), index);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).catch((cause) => {
    const said = making.product.output();
    throw new Error(`An episode was not made; the product said:\n${said}`, { cause });
  });
}

async function make(
  topic: BenchTopic,
  index: number,
  buyer: Buyer,
  { stage, recorder }: Making,
): Promise<StoredEpisode> {
  const voices = await buyer.voices();
  const voice = (place: number) => voices[place % voices.length] ?? '';
  const brief = await buyer.readTopic(topic.topic);
  const { publicId } = await buyer.buy({
    ...topic,
    voices: [voice(3 * index), voice(3 * index + 1)],
    ...(brief && { brief }),
  });
  const podcast = await buyer.delivered(publicId, LONGEST);
  return collect(podcast, topic, buyer, { stage, recorder });
}

async function collect(
  podcast: Podcast,
  topic: BenchTopic,
  buyer: Buyer,
  { stage, recorder }: Pick<Making, 'stage' | 'recorder'>,
): Promise<StoredEpisode> {
  const { publicId } = podcast;
  const media = async (name: string) =>
    (await buyer.fetch(`/media/${publicId}/${name}`)).json() as Promise<unknown>;
  const { segments } = transcript.parse(await media('transcript.json'));
  const found: Answers = answers.parse(await media('answers.json'));
  const { rows } = await stage.pool.query(
    `select id, title, summary, brief, outline, recap, duration_seconds as seconds,
       voice1_name as a, voice2_name as b
     from podcasts where public_id = $1`,
    [publicId],
  );
  const [{ id, a, b, ...row }] = rows;
  const { rows: costs } = await stage.pool.query(
    `select provider, count(*)::int as calls, sum(microdollars)::int as microdollars
     from expenses where podcast_id = $1 group by provider order by provider`,
    [id],
  );
  return storedEpisode.parse({
    ...row,
    topic,
    hosts: { A: a, B: b },
    lines: segments.map(({ side, body, startTime, endTime }) => ({
      speaker: side,
      text: body,
      start: startTime,
      end: endTime,
    })),
    questions: found.questions,
    answers: recorder.exchangesOf(topic.topic).map(lossesOf),
    costs,
  });
}
