import { PAID } from '../../base/bounds/fairQueue.ts';
import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { ReadSource } from '../../episodes/log/episodeSources.ts';
import { LeaseLost } from '../../episodes/log/lease.ts';
import type { NewSource } from '../../episodes/log/researchLog.ts';
import { loadAttachments } from '../../episodes/sources/sources.ts';
import { type Chunk, chooseNearest, chunksOf, pagesOf } from '../../reading/web/chunks.ts';
import type { Document } from '../../reading/web/documents.ts';
import type { Fact } from '../../writing/script/scriptWriter.ts';
import type { SpecifiedAttempt } from '../run/episodeRun.ts';
import { isOfOthers, NothingToRestOn } from '../run/failureCause.ts';
import { holdFacts } from './holdFacts.ts';

/** How long an episode is read up on before it is planned, ms; what is found by then is used. */
const READING_TIME = 24_000;
/** Web pages that are read: the first that a search has cited. */
const MOST_PAGES = 8;
/** Chunks of all attachments that are read, how many at once, and the facts wanted of each. */
const MOST_CHUNKS = 12;
const AT_ONCE = 4;
const FACTS_PER_CHUNK = 15;
/** About how many in all: a model that writes 130 tokens a second needs 20 s for them. */
const FACTS_IN_ALL = 108;
/** Facts for the writer, nearest to the order first: for 10 minutes, and for each further one. */
const MOST_FACTS = { at10: 96, perMinute: 64 / 15 };

interface Reading extends SpecifiedAttempt {
  /** Ends with the attempt, or when time is up. */
  within: AbortSignal;
  /** Origins of sources that were read already. */
  read: Set<string>;
}

/**
 * Resolves with the facts of this and earlier attempts. What cannot be had is left out. Throws
 * `NothingToRestOn` if an episode was to rest on its attachments alone and all are gone.
 */
export async function readUp(attempt: SpecifiedAttempt): Promise<Fact[]> {
  const { work, spec, episodeLog, researchLog, readingTime = READING_TIME, signal } = attempt;
  if (!work.podcast.researchedAt) {
    // This may wait for the spending cap and the model, so the time for reading begins after it.
    const isOn = await attempt.mayReadUp();
    const began = performance.now();
    const within = AbortSignal.any([signal, AbortSignal.timeout(readingTime)]);
    const reading = { ...attempt, within, read: await researchLog.origins(work) };
    const steps = stepsOf(reading, isOn);
    if (steps.length) await episodeLog.change(work, { stage: 'reading' });
    await Promise.all(steps.map((step) => attempted(reading, step)));
    signal.throwIfAborted();
    await researchLog.end(work, (performance.now() - began) / 1000);
  }
  const facts = await researchLog.facts(work);
  const most = MOST_FACTS.at10 + Math.max(0, spec.minutes - 10) * MOST_FACTS.perMinute;
  return chooseNearest(facts, queryOf({ spec }), Math.floor(most), []);
}

/** How long an episode that has told all its facts waits for more, ms. */
const MORE_TIME = 15_000;
/** Sources that are asked for more: those with the most facts. */
const MOST_ASKED = 4;

/** Reads chunks not read yet, else asks for what was left out. Resolves with the new facts. */
export async function readMore(attempt: SpecifiedAttempt): Promise<Fact[]> {
  const { db, work, spec, researchLog, documents, signal } = attempt;
  const within = AbortSignal.any([signal, AbortSignal.timeout(MORE_TIME)]);
  const reading = { ...attempt, within, read: new Set<string>() };
  const before = await researchLog.sources(work);
  const sources = before
    .toSorted((one, other) => other.facts.length - one.facts.length)
    .slice(0, MOST_ASKED);
  const textOf = async ({ kind, url, origin }: ReadSource): Promise<string> => {
    const isPage = kind === 'web' || kind === 'wikipedia';
    if (isPage) return (await documents.fromLink(PAID, url ?? origin, within)).text;
    return (await loadAttachments(db, [origin]))[0]?.text ?? '';
  };
  const steps = sources.map((source) => async () => {
    const document = await textOf(source);
    const chunks = chunksOf(document);
    const open = chunks.filter(({ at }) => !source.readChunks.includes(at));
    const [chunk = chunks[0]] = chooseNearest(open, queryOf({ spec }), 1, []);
    if (!chunk) return;
    const known = source.facts.map(({ text }) => text);
    const text = { ...source, document, text: chunk.text, most: FACTS_PER_CHUNK };
    const read = await holdFacts(reading, open.length ? text : { ...text, known });
    await researchLog.addChunk(work, { source: source.number, chunk: chunk.at, again: true }, read);
  });
  await Promise.all(steps.map((step) => attempted(reading, step)));
  signal.throwIfAborted();
  const had = new Set(before.flatMap(({ facts }) => facts.map(({ number }) => number)));
  return (await researchLog.facts(work)).filter(({ number }) => !had.has(number));
}

type Step = () => Promise<unknown>;

function stepsOf(reading: Reading, isOn: boolean): Step[] {
  const { sources, onlyTheseSources } = reading.work.podcast;
  const { webSearch, encyclopedia } = reading;
  const isAlone = onlyTheseSources && sources.length > 0;
  return [
    ...(sources.length ? [() => readAttachments(reading)] : []),
    ...(isOn && !isAlone && webSearch ? [() => readWeb(reading)] : []),
    ...(isOn && !isAlone && encyclopedia ? [() => readArticles(reading)] : []),
  ];
}

/** Leaves out what a source or a provider refuses; other errors are the episode's. */
async function attempted({ work, within }: Reading, step: Step): Promise<void> {
  try {
    await unlessAborted(step(), within);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (!isOfOthers(error) && !within.aborted) throw error;
    log.warn({ podcast: work.podcast.id, err: error }, 'a source was not read');
  }
}

/** Keeps an attachment that says nothing on the subject: its owner sees that it was read. */
async function readAttachments(reading: Reading): Promise<void> {
  const { db, work, read, researchLog } = reading;
  const { sources, onlyTheseSources } = work.podcast;
  const documents = await loadAttachments(db, sources);
  if (onlyTheseSources && !documents.length && !read.size) {
    throw new NothingToRestOn('all that was brought is gone');
  }
  const cut = documents.map((document) => ({ document, chunks: chunksOf(document.text) }));
  const all = cut.flatMap(({ chunks }) => chunks);
  const first = cut.flatMap(({ chunks }) => (chunks[0] ? all.indexOf(chunks[0]) : []));
  const toRead = chooseNearest(all, queryOf(reading), MOST_CHUNKS, first);
  const most = Math.min(FACTS_PER_CHUNK, Math.floor(FACTS_IN_ALL / Math.max(1, toRead.length)));
  const jobs: Step[] = [];
  for (const { document: own, chunks } of cut) {
    const { id: origin, ...document } = own;
    if (read.has(origin)) continue;
    const chosen = chunks.filter((chunk) => toRead.includes(chunk));
    const source = sourceOf({ ...document, origin }, chunks, chosen);
    const { number, readChunks } = await researchLog.addSource(work, source);
    for (const { at, text } of chosen) {
      if (readChunks.includes(at)) continue;
      jobs.push(async () => {
        const asked = { ...document, text, document: document.text, most };
        const found = await holdFacts(reading, asked);
        await researchLog.addChunk(work, { source: number, chunk: at }, found);
      });
    }
  }
  const open = jobs.values();
  const readOn = async () => {
    for (const job of open) await attempted(reading, job);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readOn));
}

async function readWeb(reading: Reading): Promise<void> {
  const { work, webSearch, documents, researchLog, within, read } = reading;
  let pages = work.podcast.pagesFound;
  if (!pages) {
    pages = (await webSearch?.find(questionOf(reading), within)) ?? [];
    await researchLog.addPages(work, pages);
  }
  await Promise.all(
    pages
      .filter((page) => !read.has(page))
      .slice(0, MOST_PAGES)
      .map((page) =>
        attempted(reading, async () => {
          const document = await documents.fromLink(PAID, page, within);
          await keep(reading, { ...document, kind: 'web', origin: document.url ?? page }, document);
        }),
      ),
  );
}

async function readArticles(reading: Reading): Promise<void> {
  const { encyclopedia, within, read } = reading;
  const articles = (await encyclopedia?.find(questionOf(reading), within)) ?? [];
  await Promise.all(
    articles
      .filter(({ url }) => !read.has(url ?? ''))
      .map((article) =>
        attempted(reading, () =>
          keep(reading, { ...article, kind: 'wikipedia', origin: article.url ?? '' }, article),
        ),
      ),
  );
}

function questionOf({ spec: { episode, account = null, topic, questions = [], date } }: Reading) {
  return { episode, account, topic, questions, ...(date && { date }) };
}

/** Reads the beginning of a page or an article, and keeps it only if it holds a fact. */
async function keep(
  reading: Reading,
  source: Found,
  document: Omit<Document, 'kind'>,
): Promise<void> {
  const { researchLog, work } = reading;
  const chunks = chunksOf(document.text);
  const [first] = chunks;
  if (!first) return;
  const text = { ...document, document: document.text, text: first.text };
  const read = await holdFacts(reading, text);
  if (!read.facts.length) return;
  const { number } = await researchLog.addSource(work, sourceOf(source, chunks, [first]));
  await researchLog.addChunk(work, { source: number, chunk: first.at }, read);
}

type Found = Omit<NewSource, 'chunks' | 'chosenChunks' | 'pages'>;

function sourceOf(
  { kind, origin, url, title, site, published, language, ...more }: Found,
  chunks: Chunk[],
  chosen: Chunk[],
): NewSource {
  const { licence = null, revision = null } = more;
  const chosenChunks = chosen.map(({ at }) => at);
  const own = { kind, origin, url, title, site, published, language, licence, revision };
  return { ...own, chunks: chunks.length, chosenChunks, pages: pagesOf(chunks) };
}

const queryOf = ({ spec: { topic, questions = [] } }: Pick<Reading, 'spec'>) =>
  [topic, ...questions].join(' ');
