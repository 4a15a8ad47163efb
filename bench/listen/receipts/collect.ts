import { transcript } from '#shared/script.ts';
import { episodeSources } from '#shared/sources.ts';
import type { Buyer } from '../../../server/testing/buyer.ts';
import type { ReceiptsEpisode, Telling } from './episode.ts';
import type { NumberedOrder } from './listenerOrders.ts';
import type { Setup } from './setup.ts';

interface Made extends Omit<NumberedOrder, 'minutes'> {
  minutes: number;
  publicId: string;
  voices: string[];
  /** When it was ordered, ISO. */
  ordered: string;
}

export async function collect(
  { publicId, topic, minutes, writer, text, voices, ordered }: Made,
  buyer: Buyer,
  { stage, checksOf, pages }: Setup,
): Promise<ReceiptsEpisode> {
  const media = async (name: string) =>
    (await buyer.fetch(`/media/${publicId}/${name}`)).json() as Promise<unknown>;
  const rowsOf = async (query: string, value: unknown) =>
    (await stage.pool.query(query, [value])).rows;
  const [podcast] = await rowsOf(PODCAST, publicId);
  const sources = await rowsOf(SOURCES, podcast.id);
  const [{ cost, search, searches }] = await rowsOf(COST, podcast.id);
  const checks = checksOf(publicId);
  const log = await stage.purchases();
  return {
    publicId,
    topic,
    minutes,
    writer,
    headings: [podcast.title, podcast.summary, ...podcast.sections].filter(Boolean),
    tellings: log.filter(
      (entry): entry is Telling =>
        (entry.kind === 'told' || entry.kind === 'plant') && entry.episode === publicId,
    ),
    speech: log
      .filter((entry) => entry.kind === 'speech')
      .filter(({ at, voiceId }) => at >= ordered && voices.includes(voiceId))
      .map(({ text: said }) => said)
      .join(' '),
    checks: checks.flatMap(({ lines }) => lines),
    unanswered: checks.filter(({ isAnswered }) => !isAnswered).length,
    lines: await rowsOf(LINES, podcast.id),
    segments: transcript.parse(await media('transcript.json')).segments,
    sources,
    facts: await rowsOf(FACTS, podcast.id),
    shown: episodeSources.parse(await media('sources.json')),
    pages: await pages.read(sources, text ?? null),
    linesCut: podcast.cut,
    linesRewritten: podcast.rewritten,
    researchSeconds: podcast.seconds,
    cost: cost / 1e6,
    searchCost: search / 1e6,
    searches,
  };
}

const PODCAST = `select id, title, summary, lines_cut as cut, lines_rewritten as rewritten,
    research_seconds as seconds,
    array(select jsonb_array_elements(outline -> 'sections') ->> 'title') as sections
  from podcasts where public_id = $1`;
const LINES = `select text, basis, facts, source_words as "sourceWords" from podcast_lines
  where podcast_id = $1 and start_milliseconds is not null order by position`;
const SOURCES = `select number, kind, origin, url, title from podcast_sources
  where podcast_id = $1 order by number`;
const FACTS = `select number, source, text, quote, paragraph from podcast_facts
  where podcast_id = $1 order by number`;
const COST = `select coalesce(sum(microdollars), 0)::int as cost,
    coalesce(sum(microdollars) filter (where searches > 0), 0)::int as search,
    coalesce(sum(searches), 0)::int as searches
  from expenses where podcast_id = $1`;
