import type { Outline, ScriptLine } from '#shared/script.ts';
import type { EpisodeLog } from '../podcasts/episodeLog.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { Brief, ScriptWriter, SectionBrief } from '../script/script.ts';
import type { RunningTime } from './runningTime.ts';
import { fitGoodbye, goodbyeReserve, type SpeechRate, shareFor, TAIL } from './speechRate.ts';

interface WriterContext {
  writer: ScriptWriter;
  episodeLog: EpisodeLog;
  pace: SpeechRate;
  tally: RunningTime;
}

/** A section with less room than this is finished. */
const MIN_FREE_BYTES = 6_000;
/** The last section is written in pieces, so that its end is aimed at with fresh measurements. */
const PIECE = 45_000;
/** How far the script may run ahead of the voices, ms of speech: never idle, never blind. */
const AHEAD = { usual: 240_000, nearTheEnd: 40_000, goodbye: 25_000 };
/** The distances above are those of the episodes that are sold; of a shorter one they are shares, ms. */
const SHORTEST_SOLD = 600_000;
/** A writer that goes on past its budget by more than this is cut off. */
const OVERRUN = 1.6;

/** What is to be talked about, as the writer is told. */
export function briefOf({ podcast }: LeasedEpisode): Brief {
  return {
    episode: podcast.publicId,
    account: podcast.userId,
    topic: podcast.topic,
    tone: podcast.tone,
    style: podcast.style,
    minutes: podcast.duration,
    hostA: podcast.voice1Name,
    hostB: podcast.voice2Name,
  };
}

/**
 * The lines that can be spoken now, and the goodbye of a script that was opened again: it waits until
 * the section before it is written.
 */
export function splitScript({ podcast, lines }: LeasedEpisode, outline: Outline) {
  const closing = outline.sections.length - 1;
  const isWaiting = (line: LineRow) =>
    line.section === closing && podcast.sectionsWritten < closing;
  return { ready: lines.filter((line) => !isWaiting(line)), goodbye: lines.filter(isWaiting) };
}

/**
 * Writes what is still unwritten, section by section, and gives each line once it is in the ledger.
 * Every section's budget is what was bought, less what has been spoken, less what the lines written
 * so far will take at the pace heard so far.
 */
export async function* writeScript(
  work: LeasedEpisode,
  outline: Outline,
  context: WriterContext,
  signal: AbortSignal,
): AsyncGenerator<LineRow> {
  const closing = outline.sections.length - 1;
  const { ready: written, goodbye } = splitScript(work, outline);
  for (let section = work.podcast.sectionsWritten; section < closing; section++) {
    const reserve = goodbye.length ? 0 : goodbyeReserve(targetOf(work));
    yield* writeSection(work, outline, section, written, reserve, context, signal);
    // With the last section a goodbye that waits is written, too: as two steps, a crash between them
    // would have the hosts say it twice.
    const isAll = goodbye.length > 0 && section + 1 === closing;
    await context.episodeLog.change(work, { sectionsWritten: isAll ? closing + 1 : section + 1 });
  }
  if (goodbye.length) {
    yield* goodbye;
  } else if (work.podcast.sectionsWritten <= closing) {
    yield* writeGoodbye(work, outline, written, context, signal);
  }
}

async function* writeSection(
  work: LeasedEpisode,
  outline: Outline,
  section: number,
  written: LineRow[],
  reserve: number,
  context: WriterContext,
  signal: AbortSignal,
): AsyncGenerator<LineRow> {
  const { episodeLog, tally, pace, writer } = context;
  const inPieces = section === outline.sections.length - 2;
  const target = targetOf(work);
  const charactersLeft = () => {
    const mine = tally.total(section);
    const left = target - (tally.total() - mine);
    return shareFor(section, outline.sections, left, reserve) - mine;
  };

  const ahead = inPieces ? AHEAD.nearTheEnd : AHEAD.usual;
  for (
    let before = -1;
    charactersLeft() >= scaled(MIN_FREE_BYTES, target) && before < written.length;
  ) {
    await tally.unspokenBelow(scaled(ahead, target), signal);
    before = written.length;
    const piece = inPieces ? Math.min(charactersLeft(), PIECE) : charactersLeft();
    const limit = tally.total() + (inPieces ? charactersLeft() : piece * OVERRUN);
    const brief = sectionBrief(work, outline, section, written, pace.wordsFor(piece));
    for await (const line of writer.write(brief, signal)) {
      if (tally.total() + tally.cost({ ...line, section }) > limit + 1_500) break;
      const row = await episodeLog.addLine(work, line, section, written.length);
      written.push(row);
      tally.add(row);
      yield row;
    }
    if (!inPieces) break;
  }
}

/** The goodbye is taken whole, fitted to the seconds that are left, and saved in one step. */
async function* writeGoodbye(
  work: LeasedEpisode,
  outline: Outline,
  written: LineRow[],
  context: WriterContext,
  signal: AbortSignal,
): AsyncGenerator<LineRow> {
  const { episodeLog, tally, pace, writer } = context;
  const section = outline.sections.length - 1;
  const target = targetOf(work);
  await tally.unspokenBelow(scaled(AHEAD.goodbye, target), signal);
  const charactersLeft = target - tally.total();
  const lines: ScriptLine[] = [];
  const brief = sectionBrief(work, outline, section, written, pace.wordsFor(charactersLeft));
  for await (const line of writer.write(brief, signal)) lines.push(line);
  const lengths = lines.map((line) => tally.cost({ ...line, section }));
  const kept = fitGoodbye(lengths, charactersLeft + 2_000).flatMap((index) => lines[index] ?? []);
  const rows = await episodeLog.addGoodbye(work, kept, section, written.length);
  for (const row of rows) {
    tally.add(row);
    yield row;
  }
}

/** What is a small error in ten minutes is a large one in two. */
function scaled(milliseconds: number, target: number): number {
  return milliseconds * Math.min(1, target / (SHORTEST_SOLD - TAIL));
}

function targetOf(work: LeasedEpisode): number {
  return work.podcast.duration * 60_000 - TAIL;
}

function sectionBrief(
  work: LeasedEpisode,
  outline: Outline,
  section: number,
  written: LineRow[],
  words: number,
): SectionBrief {
  const isClosing = section === outline.sections.length - 1;
  return {
    ...briefOf(work),
    outline,
    section,
    words,
    place: isClosing ? 'closing' : written.length ? 'middle' : 'opening',
    soFar: written.map(({ speaker, text }) => ({ speaker, text })),
  };
}
