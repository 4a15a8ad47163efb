import { transcript } from '#shared/script.ts';
import { episodeSources } from '#shared/sources.ts';
import { cleanText } from '../../../server/reading/web/cleanText.ts';
import { decodeText, readHtml } from '../../../server/reading/web/readHtml.ts';
import { type Buyer, openBuyer } from '../../../server/testing/buyer.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { articles } from '../../../standins/web/webPages.ts';
import { extract } from '../../../standins/web/wikiExtracts.ts';
import { makeEach, pairAt } from '../../customer.ts';
import { openSetup, type Setup } from '../setup.ts';
import { type Check, readCheck } from './checks.ts';
import type { ReceiptsEpisode, Telling } from './episode.ts';
import { minutesOf, type NumberedOrder, PLANTED, READER_ERROR } from './listenerOrders.ts';

/** Episodes at once; one is given up after `LONGEST` seconds. */
const AT_ONCE = 4;
const LONGEST = 1800;

/** All accounts are stand-ins, as only they plant false lines. */
export async function makeReceipts(
  wanted: NumberedOrder[],
  keep: (episode: ReceiptsEpisode, index: number) => Promise<void>,
): Promise<void> {
  const opened = await openSetup(readCheck, { RESEARCH: 'web' });
  const groups = Map.groupBy(wanted, ({ writer, isHostile = false }) => `${writer} ${isHostile}`);
  try {
    const setup = { ...opened, buyer: await openBuyer(opened.product.url, opened.stage) };
    // The smaller groups come first, so that an interrupted run has something of each kind.
    for (const group of [...groups.values()].toSorted((one, other) => one.length - other.length)) {
      const [{ writer, isHostile } = {}] = group;
      const search = isHostile ? 'hostile' : 'usual';
      await setup.stage.setFaults({
        openai: { writer: writer ?? 'plain', search, plants: PLANTED, readerError: READER_ERROR },
      });
      // The long ones come first, so that the run does not end with one of them alone.
      const waiting = group.toSorted((one, other) => minutesOf(other) - minutesOf(one));
      await makeEach(waiting, AT_ONCE, setup.product, async (order) =>
        keep(await make(order, setup), order.index),
      );
    }
  } finally {
    await opened.stage.close();
  }
}

interface Making extends Setup<Check> {
  buyer: Buyer;
}

async function make(order: NumberedOrder, setup: Making): Promise<ReceiptsEpisode> {
  const { topic, index, links = [], text, onlyThese = false } = order;
  const { stage, buyer } = setup;
  const sources: string[] = [];
  for (const link of links)
    sources.push(await attachLink(`${stage.standins.url}/web${link}`, buyer));
  if (text) sources.push(await buyer.attach({ text }));
  const voices = pairAt(await buyer.voices(), 3 * index);
  const ordered = new Date().toISOString();
  const brief = await buyer.readTopic(topic);
  const { publicId } = await buyer.buy({
    topic,
    minutes: minutesOf(order),
    voices,
    sources,
    onlyTheseSources: onlyThese,
    ...(brief && { brief }),
  });
  await buyer.delivered(publicId, LONGEST);
  const spoken = (await stage.purchases())
    .filter((entry) => entry.kind === 'speech')
    .filter(({ at, voiceId }) => at >= ordered && voices.includes(voiceId));
  const speech = spoken.map((entry) => entry.text).join(' ');
  return { ...(await collect(publicId, order, setup)), speech };
}

/** Tries as often as it takes: on a busy machine a page may be refused as too slow. */
function attachLink(url: string, buyer: Buyer): Promise<string> {
  return eventually(`${url} is read`, () => buyer.attach({ url }).catch(() => null), LONGEST);
}

async function collect(
  publicId: string,
  order: NumberedOrder,
  { stage, heard, buyer }: Making,
): Promise<Omit<ReceiptsEpisode, 'speech'>> {
  const media = async (name: string) =>
    (await buyer.fetch(`/media/${publicId}/${name}`)).json() as Promise<unknown>;
  const rowsOf = async (query: string, value: unknown) =>
    (await stage.pool.query(query, [value])).rows;
  const [{ id, ...podcast }] = await rowsOf(PODCAST, publicId);
  const { title, summary, sections, ...counts } = podcast;
  const sources: ReceiptsEpisode['sources'] = await rowsOf(SOURCES, id);
  const checks = heard.filter(({ episode }) => episode === publicId);
  const pages = sources.map(
    async (source) => [source.number, await textOf(source, order.text ?? null)] as const,
  );
  return {
    ...counts,
    publicId,
    topic: order.topic,
    minutes: minutesOf(order),
    writer: order.writer,
    headings: [title, summary, ...sections].filter(Boolean),
    tellings: (await stage.purchases()).filter(
      (entry): entry is Telling =>
        (entry.kind === 'told' || entry.kind === 'plant') && entry.episode === publicId,
    ),
    checks: checks.flatMap(({ lines }) => lines),
    unanswered: checks.filter(({ isAnswered }) => !isAnswered).length,
    lines: await rowsOf(LINES, id),
    segments: transcript.parse(await media('transcript.json')).segments,
    sources,
    facts: await rowsOf(FACTS, id),
    shown: episodeSources.parse(await media('sources.json')),
    pages: Object.fromEntries(await Promise.all(pages)),
  };
}

const PODCAST = `select id, title, summary, lines_cut as "linesCut",
    lines_rewritten as "linesRewritten",
    (select coalesce(sum(microdollars), 0)::float8 / 1e6 from expenses
      where podcast_id = podcasts.id) as cost,
    array(select jsonb_array_elements(outline -> 'sections') ->> 'title') as sections
  from podcasts where public_id = $1`;
const LINES = `select text, basis, facts, source_words as "sourceWords" from podcast_lines
  where podcast_id = $1 and start_milliseconds is not null order by position`;
const SOURCES = `select number, kind, origin, url, title from podcast_sources
  where podcast_id = $1 order by number`;
const FACTS = `select number, source, text, quote, paragraph from podcast_facts
  where podcast_id = $1 order by number`;

/**
 * Reads a source again; null if it is missing. Articles come from the stand-in wiki's data, and
 * `attachedText` is what the listener pasted.
 */
async function textOf(
  { kind, title, url, origin }: ReceiptsEpisode['sources'][number],
  attachedText: string | null,
): Promise<string | null> {
  if (kind === 'text') return attachedText;
  if (kind !== 'wikipedia') return readPage(url ?? origin).catch(() => null);
  const article = articles.find((page) => page.title === title);
  return article ? extract(article, null) : null;
}

/** The pages are our own, so they are read in this process, without the product's deadlines. */
async function readPage(url: string): Promise<string> {
  const reply = await fetch(url);
  const body = Buffer.from(await reply.arrayBuffer());
  return cleanText(readHtml(decodeText(body, reply.headers.get('content-type') ?? '')).text);
}
