import type { Outline, ScriptLine } from '#shared/script.ts';
import { log } from '../log.ts';
import { broken } from '../openai/failures.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import { ProviderFailure } from '../provider.ts';
import { asks } from '../script/asks.ts';
import { countWords } from '../script/countWords.ts';
import type { SectionSpec } from '../script/script.ts';
import { isGoodbye, ownGoodbye } from '../script/write.ts';
import type { EpisodeRun } from './episodeRun.ts';
import { openLineModerator } from './moderateLines.ts';
import { longestTakeOf } from './narratorsOf.ts';
import { questionsOwed } from './questions.ts';
import { openReadingQueue, type ReadingQueue } from './readingQueue.ts';
import { exchangesOf, openLineReader, type Piece } from './readLines.ts';
import { factsFor } from './sourced.ts';
import { fitGoodbye, goodbyeReserve, type SpeechMeter, shareFor, TAIL } from './speechMeter.ts';

/** A section with less time left than this is finished, ms. */
const MIN_LEFT = 6_000;
/** Less time than this is left to the goodbye: no earlier subject is taken up again for it, ms. */
const NOT_WORTH_FILLING = 30_000;
/** The last section before the goodbye goes on where it is shorter by more than this, ms. */
const SHORT = 15_000;
/**
 * How far the script may run ahead of the voices, ms of speech: never idle, never blind. A take comes
 * back as a whole, after the time that a minute of speech takes, so that more is under way.
 */
const AHEAD = {
  line: { usual: 240_000, nearTheEnd: 40_000, goodbye: 25_000 },
  take: { usual: 300_000, nearTheEnd: 150_000, goodbye: 110_000 },
};
/** The distances above suit episodes of at least this length; for a shorter one they are scaled down, ms. */
const SHORTEST_SOLD = 600_000;
/** A writer who exceeds the budget by more than this is cut off. */
const OVERRUN = 1.6;
/** The share of the words asked for that is believed to be a writer's habit, at least; or its inverse. */
const MISSED = 0.8;
/** A line may exceed the limit by this, ms. */
const SLACK = 1_500;
/** A question with less time left after it waits for its answer, ms; two of them at most. */
const ROOM_FOR_ANSWER = 20_000;
const MOST_HELD = 2;
/** An episode that lacks a larger share of its time than this is unfinished, not short. */
const MOST_MISSING = 0.25;

/** The opening is read in pieces of so many lines, and then as a whole. */
const OPENING_PIECES = [4, 6];
/** Sections that are not read yet when another one is begun, at most. */
const MOST_UNREAD = 2;
/** Longer than most models take to write a line, ms; measured as soon as there are lines. */
const LINE = 500;

/** A script while it is written. */
interface Draft extends EpisodeRun {
  meter: SpeechMeter;
  lineModerator: ReturnType<typeof openLineModerator>;
  /** Lines in the log: as they are spoken where they are read, else as they were written. */
  written: LineRow[];
  unread: ReadingQueue;
  /** Words of the sections so far, goodbye apart: those asked for, and those that came. */
  words: { asked: number; written: number };
  /** Why the model would not write some section. */
  declined: ProviderFailure | null;
}

/** A section, or the subject of another one that is taken up again in it. */
interface Part {
  section: number;
  owes: string[];
  subject?: number;
}

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
    changes,
    unread,
    words,
    declined: null,
  };
  const isRead = ({ state }: LineRow) => state !== 'written';
  const firstUnread = written.findIndex((line) => !isRead(line));
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
    let shown = heading;
    for await (const piece of unread.pieces) {
      // Moderated with the first line; it rests on all facts, and is read once voices have lines to speak.
      if (shown.length) await show(run, shown);
      yield* reader.read(piece);
      unread.done();
      if (shown.length) yield* reader.read({ ...piece, rows: [], shown, facts: allFacts });
      shown = [];
    }
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
  // The goodbye follows what is said, and answers nothing: the review need not wait for it.
  await unread.below(1, signal);
  review.begin((await episodeLog.reread(work)).lines);
  await writeGoodbye(draft);
}

/** Lines of one section, with what their reader has to know. */
function pieceOf(draft: Draft, rows: LineRow[], pace = LINE): Piece {
  const { outline } = draft;
  const { section = 0 } = rows[0] ?? {};
  const own = outline.sections[section];
  const before = draft.written.filter(({ position }) => position < (rows[0]?.position ?? 0));
  const last = before.at(-1);
  // Somebody waits for an answer where the line before is a question.
  const begins = last?.section !== section || asks(last);
  return {
    rows,
    pace,
    place: placeOf(outline, section),
    earlier: outline.sections.slice(0, section).map(({ goal }) => goal),
    facts: own?.facts ?? [],
    instead: begins ? (own?.title ?? null) : null,
    shown: [],
  };
}

async function writeSection(draft: Draft, part: Part): Promise<void> {
  const { work, outline, meter, lineModerator, written, signal } = draft;
  const { section, subject } = part;
  const isEnd = section === outline.sections.length - 2;
  const target = targetOf(work);
  const ahead = aheadOf(draft)[isEnd ? 'nearTheEnd' : 'usual'];
  await meter.unspokenBelow(scaled(ahead, target), signal);
  const left = timeLeftFor(draft, section);
  if (left >= scaled(MIN_LEFT, target)) {
    const words = askedFor(draft, meter.wordsFor(left));
    const spec = {
      ...sectionSpec(draft, section, words),
      ...part,
      ...factsFor(draft, subject ?? section),
    };
    // Where it is the first one as well, voices wait for it.
    if (isEnd && section && subject === undefined) await writeLast(draft, spec, left);
    else await writePiece(draft, spec, meter.total() + left * (isEnd ? 1 : OVERRUN));
  }
  const kept = written.filter((line) => line.section === section);
  lineModerator.checkLoss(section, kept.length);
}

/** The number to ask for where so many words are wanted, of a writer who keeps writing more or fewer. */
function askedFor({ words }: Draft, wanted: number): number {
  const share = words.written ? words.asked / words.written : 1;
  return Math.round(wanted * Math.min(1 / MISSED, Math.max(MISSED, share)));
}

/** What these lines of a section add to those before them, ms. */
function lengthOf({ meter }: Draft, section: number, lines: ScriptLine[]): number {
  const placed = lines.map((line) => ({ ...line, section }));
  return placed.reduce((sum, line, i) => sum + meter.cost(line, placed.slice(0, i)), 0);
}

/** Puts lines of one section into the log, and hands them on: `sizes` are those of its first pieces. */
function openPieces(draft: Draft, sizes: number[]) {
  const { work, episodeLog, meter, written, unread } = draft;
  const began = performance.now();
  let piece: LineRow[] = [];
  let count = 0;
  function hand(): void {
    if (piece.length) unread.add(pieceOf(draft, piece, (performance.now() - began) / count));
    piece = [];
  }
  return {
    hand,
    async add(line: ScriptLine, section: number): Promise<void> {
      const row = await episodeLog.addLine(work, line, section);
      written.push(row);
      meter.add(row);
      piece.push(row);
      count++;
      // A question goes with its answer.
      if (piece.length < (sizes[0] ?? Number.POSITIVE_INFINITY) || asks(line)) return;
      sizes.shift();
      hand();
    },
  };
}

/** The lines of one request, up to the total of `limit` ms: no cut parts a question from its answer. */
async function writePiece(draft: Draft, spec: SectionSpec, limit: number): Promise<void> {
  const { meter, written } = draft;
  const { section } = spec;
  const pieces = openPieces(draft, written.length ? [] : [...OPENING_PIECES]);
  let held: ScriptLine[] = [];
  try {
    for await (const line of admitted(draft, linesOf(draft, spec), section)) {
      held.push(line);
      const end = meter.total() + lengthOf(draft, section, held);
      if (end > limit + SLACK) return;
      if (asks(line) && end + ROOM_FOR_ANSWER > limit && held.length <= MOST_HELD) continue;
      for (const one of held) await pieces.add(one, section);
      held = [];
    }
    for (const one of held) await pieces.add(one, section);
  } finally {
    pieces.hand();
  }
}

/**
 * The last section before the goodbye is written as a whole, because it ends once. One that is short goes on
 * in front of its last exchange, and of one that is too long whole exchanges in front of that are left out.
 */
async function writeLast(draft: Draft, spec: SectionSpec, left: number): Promise<void> {
  const { work, meter, episodeLog } = draft;
  const { section } = spec;
  const lines: ScriptLine[] = [];
  const gather = async (next: SectionSpec) => {
    const gathered: ScriptLine[] = [];
    for await (const line of admitted(draft, linesOf(draft, next), section)) gathered.push(line);
    return gathered;
  };
  lines.push(...(await gather(spec)));
  const missing = left - lengthOf(draft, section, lines);
  if (lines.length && missing > scaled(SHORT, targetOf(work))) {
    const end = exchangesOf(lines).at(-1) ?? [];
    lines.splice(lines.length - end.length);
    const soFar = [...spec.soFar, ...lines];
    const before = end.map(({ speaker, text }) => `${speaker}: ${text}`);
    const more = { ...spec, words: meter.wordsFor(missing), owes: [], soFar, before };
    lines.push(...(await gather(more)), ...end);
  }
  const kept = fitExchanges(
    exchangesOf(lines),
    (all) => lengthOf(draft, section, all),
    left + SLACK,
  );
  const cut = lines.length - kept.length;
  if (cut) {
    const { quality } = (await episodeLog.reread(work)).podcast;
    await episodeLog.change(work, { quality: { ...quality, cutForLength: cut } });
  }
  const pieces = openPieces(draft, [Math.ceil(kept.length / 2)]);
  for (const line of kept) await pieces.add(line, section);
  pieces.hand();
}

/**
 * At most `limit` ms of a section: without the one run of exchanges that leaves most, its first exchange and
 * its last two apart, which are its end; where that is too long as well, without those in front of the last.
 */
function fitExchanges(
  exchanges: ScriptLine[][],
  lengthOf: (lines: ScriptLine[]) => number,
  limit: number,
): ScriptLine[] {
  if (lengthOf(exchanges.flat()) <= limit) return exchanges.flat();
  const inner = exchanges.map((_, at) => at).slice(1, -2);
  const [best] = inner
    .flatMap((from) => inner.slice(from - 1).map((to) => exchanges.toSpliced(from, to - from + 1)))
    .map((kept) => ({ kept: kept.flat(), length: lengthOf(kept.flat()) }))
    .filter(({ length }) => length <= limit)
    .toSorted((one, other) => other.length - one.length);
  if (best) return best.kept;
  const kept = [...exchanges];
  while (kept.length && lengthOf(kept.flat()) > limit) kept.splice(-2, 1);
  return kept.flat();
}

/** A section that the model declines, even without reason, leaves its time to the others. */
async function* linesOf(draft: Draft, spec: SectionSpec): AsyncGenerator<ScriptLine> {
  const { words } = draft;
  words.asked += spec.words;
  try {
    for await (const line of draft.writer.write(spec, draft.signal)) {
      words.written += countWords([line]);
      yield line;
    }
  } catch (error) {
    // The attempt may have been stopped by the failure of a voice, which says nothing about the model.
    draft.signal.throwIfAborted();
    const isDeclined = error instanceof ProviderFailure && error.trouble === 'rejected';
    if (!isDeclined || !spec.soFar.length) throw error;
    const { section } = spec;
    log.warn({ podcast: draft.work.podcast.id, section, err: error }, 'a section was declined');
    draft.declined = error;
  }
}

/** Those of the lines that moderation allows. */
const admitted = (draft: Draft, lines: AsyncIterable<ScriptLine>, section: number) =>
  draft.lineModerator.pass(lines, { section, soFar: draft.written });

/**
 * Gives the time that the sections did not use to their subjects, the heaviest first. Throws
 * `ProviderFailure` when so much is left all the same that the episode is not worth a goodbye.
 */
async function fillTime(draft: Draft, section: number): Promise<void> {
  const { sections } = draft.outline;
  const subjects = [...sections.slice(0, section).keys()].toSorted(
    (one, other) => (sections[other]?.weight ?? 0) - (sections[one]?.weight ?? 0),
  );
  const target = targetOf(draft.work);
  for (const subject of subjects) {
    if (timeLeftFor(draft, section) < scaled(NOT_WORTH_FILLING, target)) return;
    await writeSection(draft, { section, subject, owes: [] });
  }
  if (timeLeftFor(draft, section) < target * MOST_MISSING) return;
  throw draft.declined ?? broken('the model ran out of things to say');
}

/** What a section may still use, ms. */
function timeLeftFor({ work, outline, meter }: Draft, section: number): number {
  const target = targetOf(work);
  const mine = meter.total(section);
  // A goodbye that is already written is part of the total.
  const reserve = meter.total(outline.sections.length - 1) ? 0 : goodbyeReserve(target);
  return shareFor(section, outline.sections, target - (meter.total() - mine), reserve) - mine;
}

/** The goodbye is written as a whole, fitted to the time that is left, and saved in one step. */
async function writeGoodbye(draft: Draft): Promise<void> {
  const { work, outline, episodeLog, writer, meter, written, unread, signal } = draft;
  const section = outline.sections.length - 1;
  const target = targetOf(work);
  await meter.unspokenBelow(scaled(aheadOf(draft).goodbye, target), signal);
  const timeLeft = target - meter.total();
  const lines: (ScriptLine & { section: number })[] = [];
  const closing = sectionSpec(draft, section, meter.wordsFor(timeLeft));
  for await (const line of admitted(draft, writer.write(closing, signal), section)) {
    lines.push({ ...line, section });
  }
  // What was left out may have been all that said it.
  const own = lines.some(isGoodbye) ? [] : ownGoodbye(lines.at(-1) ?? written.at(-1));
  lines.push(...own.map((line) => ({ ...line, section })));
  const timed = lines.map((line, i) => ({
    line,
    text: line.text,
    milliseconds: meter.cost(line, lines.slice(0, i)),
    asFirst: meter.cost(line),
  }));
  const kept = fitGoodbye(timed, timeLeft).map(({ line }) => line);
  const rows = await episodeLog.addGoodbye(work, kept, section);
  for (const row of rows) meter.add(row);
  unread.add(pieceOf(draft, rows));
}

function aheadOf(draft: Draft) {
  return longestTakeOf(draft) === null ? AHEAD.line : AHEAD.take;
}

/** A small error in ten minutes is a large one in two. */
function scaled(milliseconds: number, target: number): number {
  return milliseconds * Math.min(1, target / (SHORTEST_SOLD - TAIL));
}

function targetOf(work: LeasedEpisode): number {
  return work.podcast.duration * 60_000 - TAIL;
}

function sectionSpec(
  { spec, outline, written }: Draft,
  section: number,
  words: number,
): SectionSpec {
  return {
    ...spec,
    outline,
    section,
    words,
    place: placeOf(outline, section),
    soFar: written.map(({ speaker, text }) => ({ speaker, text })),
  };
}

function placeOf({ sections }: Outline, section: number): SectionSpec['place'] {
  if (section === sections.length - 1) return 'closing';
  return section ? 'middle' : 'opening';
}
