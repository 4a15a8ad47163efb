import type { Outline } from '#shared/script.ts';
import { lazily } from '../../base/kit/lazily.ts';
import { log } from '../../base/kit/log.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { openLineReader, type Piece } from '../read/lineReader.ts';
import { openLineModerator } from '../read/moderateLines.ts';
import { openReadingQueue } from '../read/readingQueue.ts';
import { readMore } from '../read/readUp.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import type { SpeechMeter } from '../speak/speechMeter.ts';
import { type Draft, pieceOf } from './sectionDraft.ts';
import { fillTime, writeGoodbye, writeSection } from './writeSections.ts';

/** A section is begun once fewer sections than this are unread. */
const MOST_UNREAD = 2;

/**
 * Yields each line once it is in the log and read. A section is written while the one before is
 * read. Its budget is what was bought, less what the other lines take at the speech rate measured
 * so far; what it does not use goes to later sections, then to the subjects of all.
 */
export async function* writeScript(run: EpisodeRun, meter: SpeechMeter): AsyncGenerator<LineRow> {
  const { work, outline } = run;
  const { sectionsWritten } = work.podcast;
  const closing = outline.sections.length - 1;
  // In a reopened script the goodbye waits until the section before it is written.
  const isWaiting = ({ section }: LineRow) => section === closing && sectionsWritten < closing;
  const written = work.lines.filter((line) => !isWaiting(line));
  const goodbye = work.lines.filter(isWaiting);
  const heading = work.podcast.summary === null ? headingOf(outline) : [];

  const stop = new AbortController();
  const signal = AbortSignal.any([run.signal, stop.signal]);
  const lineModerator = openLineModerator({ ...run, signal }, () => heading);
  const unread = openReadingQueue();
  const allFacts = (run.spec.facts ?? []).map(({ number }) => number);
  const words = { asked: 0, written: 0 };
  const draft = {
    ...run,
    signal,
    meter,
    lineModerator,
    written,
    unread,
    words,
    readMore: lazily(async () => {
      const more = await readMore({ ...run, signal });
      // The whole attempt shares one spec: whoever writes or reads a line knows them from now on.
      run.spec.facts = [...(run.spec.facts ?? []), ...more];
      reader.learn(more);
    }),
    declined: null,
  };
  const firstUnread = written.findIndex(({ state }) => state === 'written');
  const read = written.slice(0, firstUnread < 0 ? written.length : firstUnread);
  const reader = openLineReader(draft, read, {
    onChange(change) {
      const at = written.findIndex(({ position }) => position === change.was.position);
      if (at >= 0) written.splice(at, 1, ...(change.is ? [change.is] : []));
      meter.change(change);
    },
    show: (texts) => show(run, texts),
  });
  /** The heading rests on all facts, and is read once voices have lines to speak. */
  async function readHeading(piece: Piece): Promise<void> {
    const shown = headingOf(await run.edited);
    await reader.read({ ...piece, rows: [], shown, facts: allFacts }).next();
  }

  await lineModerator.checkLogged(work.lines);
  for (const lines of Map.groupBy(written.slice(read.length), ({ section }) => section).values()) {
    unread.add(pieceOf(draft, lines));
  }
  const writing = writeRest(draft, goodbye).then(unread.end, unread.fail);
  try {
    yield* read;
    let reading: Promise<void> | null = null;
    for await (const piece of unread.pieces) {
      const isFirst = heading.length > 0 && !reading;
      // Moderated with the first line.
      if (isFirst)
        await run.episodeLog.change(work, { title: outline.title, summary: outline.summary });
      yield* reader.read(piece);
      unread.done();
      if (!isFirst) continue;
      reading = readHeading(piece);
      // Errors surface where it is awaited.
      reading.catch(() => {});
    }
    await reading;
    yield* goodbye;
  } finally {
    stop.abort();
    await writing;
  }
}

const headingOf = ({ title, summary, sections }: Outline) => [
  title,
  summary,
  ...sections.map((section) => section.title),
];

async function show({ episodeLog, work, edited }: EpisodeRun, shown: string[]): Promise<void> {
  const [title = '', summary = '', ...chapters] = shown;
  const outline = await edited;
  const sections = outline.sections.map((one, at) => ({
    ...one,
    title: chapters[at] ?? one.title,
  }));
  await episodeLog.change(work, {
    title,
    summary,
    outline: { ...outline, title, summary, sections },
  });
}

async function writeRest(draft: Draft, goodbye: LineRow[]): Promise<void> {
  const { work, outline, episodeLog, written, unread, review, signal } = draft;
  const { sectionsWritten } = work.podcast;
  const closing = outline.sections.length - 1;
  for (let section = sectionsWritten; section < closing; section++) {
    await unread.below(MOST_UNREAD, signal);
    if (section) draft.outline = await draft.edited;
    const questionsToAnswer = await findQuestionsToAnswer(draft, section, written);
    await writeSection(draft, { section, questionsToAnswer });
    if (section + 1 === closing) await fillTime(draft, section);
    // Completes a waiting goodbye in the same step: a crash between two would have it said twice.
    const isAll = goodbye.length > 0 && section + 1 === closing;
    await episodeLog.change(
      work,
      isAll
        ? { sectionsWritten: closing + 1, stage: 'speaking' }
        : { sectionsWritten: section + 1 },
    );
  }
  if (goodbye.length || sectionsWritten > closing) return;
  // The goodbye is fitted to what is spoken, so all else is read first. It answers nothing, so the
  // review does not wait for it.
  await unread.below(1, signal);
  review.begin((await episodeLog.reread(work)).lines);
  await writeGoodbye(draft);
}

/** How long the last section before the goodbye waits to learn what is open, ms. */
const DEADLINE = 10_000;

/** The last section before the goodbye gets all that no line has answered, whoever owed it. */
export async function findQuestionsToAnswer(
  run: EpisodeRun,
  section: number,
  written: LineRow[],
): Promise<string[]> {
  const { questions = [] } = run.spec;
  const { sections } = run.outline;
  const planned = (sections[section]?.owes ?? []).map((number) => number - 1);
  const isLast = section === sections.length - 2;
  const open = isLast && questions.length && written.length ? await unanswered(run, written) : null;
  return [...new Set(open ?? planned)].flatMap((index) => questions[index] ?? []);
}

/** Null when nobody can tell. */
async function unanswered(run: EpisodeRun, written: LineRow[]): Promise<number[] | null> {
  const { spec, signal, work, writer } = run;
  const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
  try {
    const answered = await writer.findAnswers(spec, written, within);
    const places = new Set(answered.map(({ question }) => question));
    return [...(spec.questions ?? []).keys()].filter((index) => !places.has(index));
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ podcast: work.podcast.id, err: error }, 'open questions were not looked for');
    return null;
  }
}
