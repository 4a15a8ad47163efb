import type { LineRow } from '../podcasts/lease.ts';
import { type Draft, pieceOf } from './draft.ts';
import type { EpisodeRun } from './episodeRun.ts';
import { openLineModerator } from './moderateLines.ts';
import { questionsOwed } from './questions.ts';
import { openReadingQueue } from './readingQueue.ts';
import { openLineReader } from './readLines.ts';
import type { SpeechMeter } from './speechMeter.ts';
import { fillTime, writeGoodbye, writeSection } from './writeSections.ts';

/** Sections that are not read yet when another one is begun, at most. */
const MOST_UNREAD = 2;

/**
 * All lines of the script in order: first those in the episode log, then the rest, each once it is in the
 * log and read. The next section is written while the last one is read. The budget of a section is what was
 * bought, less what is spoken, less what the other lines will take at the speech rate measured so far. What
 * a section does not use goes to later ones, and what is left before the goodbye to the subjects of all.
 */
export async function* writeScript(run: EpisodeRun, meter: SpeechMeter): AsyncGenerator<LineRow> {
  const { work, outline } = run;
  const { sectionsWritten } = work.podcast;
  const closing = outline.sections.length - 1;
  // In a script that was reopened the goodbye waits until the section before it is written.
  const isWaiting = ({ section }: LineRow) => section === closing && sectionsWritten < closing;
  const written = work.lines.filter((line) => !isWaiting(line));
  const goodbye = work.lines.filter(isWaiting);
  const { title, summary, sections } = outline;
  const chapters = sections.map((one) => one.title);
  const heading = work.podcast.summary === null ? [title, summary, ...chapters] : [];

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

  await lineModerator.checkLogged(work.lines);
  for (const lines of Map.groupBy(written.slice(read.length), ({ section }) => section).values()) {
    unread.add(pieceOf(draft, lines));
  }
  const writing = writeRest(draft, goodbye).then(unread.end, unread.fail);
  try {
    yield* read;
    let reading: Promise<unknown> | null = null;
    for await (const piece of unread.pieces) {
      const isFirst = heading.length > 0 && !reading;
      // Moderated with the first line; it rests on all facts, and is read once voices have lines to speak.
      if (isFirst) await show(run, heading);
      yield* reader.read(piece);
      unread.done();
      if (!isFirst) continue;
      const alone = { ...piece, rows: [], shown: heading, facts: allFacts };
      reading = reader.read(alone).next();
      // It fails where it is waited for.
      reading.catch(() => {});
    }
    await reading;
    yield* goodbye;
  } finally {
    stop.abort();
    await writing;
  }
}

/** Shows title, summary and chapters. */
async function show({ episodeLog, work, outline }: EpisodeRun, shown: string[]): Promise<void> {
  const [title = '', summary = '', ...chapters] = shown;
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

/** Writes what the log does not hold, and hands it to the reader. */
async function writeRest(draft: Draft, goodbye: LineRow[]): Promise<void> {
  const { work, outline, episodeLog, written, unread, review, signal } = draft;
  const { sectionsWritten } = work.podcast;
  const closing = outline.sections.length - 1;
  for (let section = sectionsWritten; section < closing; section++) {
    await unread.below(MOST_UNREAD, signal);
    const owes = await questionsOwed(draft, section, written);
    await writeSection(draft, { section, owes });
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
  // It is fitted to what is spoken, and answers nothing: the review need not wait for it.
  await unread.below(1, signal);
  review.begin((await episodeLog.reread(work)).lines);
  await writeGoodbye(draft);
}
