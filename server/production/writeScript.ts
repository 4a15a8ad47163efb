import type { ScriptLine } from '#shared/script.ts';
import type { LeasedEpisode, LineRow } from '../podcasts/lease.ts';
import type { SectionBrief } from '../script/script.ts';
import type { EpisodeRun } from './episodeRun.ts';
import { questionsOwed } from './questions.ts';
import { fitGoodbye, goodbyeReserve, type SpeechMeter, shareFor, TAIL } from './speechMeter.ts';

/** A section with less time left than this is finished, ms. */
const MIN_LEFT = 6_000;
/** The last section before the goodbye is written in pieces, so that its end is aimed at with fresh measurements. */
const PIECE = 45_000;
/** How far the script may run ahead of the voices, ms of speech: never idle, never blind. */
const AHEAD = { usual: 240_000, nearTheEnd: 40_000, goodbye: 25_000 };
/** The distances above suit episodes of at least this length; for a shorter one they are scaled down, ms. */
const SHORTEST_SOLD = 600_000;
/** A writer who exceeds the budget by more than this is cut off. */
const OVERRUN = 1.6;

/**
 * All lines of the script in order: first those in the episode log, then the rest, section by section,
 * each once it is in the log. The budget of a section is what was bought, less what is spoken, less
 * what the other lines will take at the speech rate measured so far.
 */
export async function* writeScript(run: EpisodeRun, meter: SpeechMeter): AsyncGenerator<LineRow> {
  const { work, outline, episodeLog } = run;
  const { sectionsWritten } = work.podcast;
  const closing = outline.sections.length - 1;
  // In a script that was reopened the goodbye waits until the section before it is written.
  const isWaiting = ({ section }: LineRow) => section === closing && sectionsWritten < closing;
  const written = work.lines.filter((line) => !isWaiting(line));
  const goodbye = work.lines.filter(isWaiting);

  yield* written;
  for (let section = sectionsWritten; section < closing; section++) {
    const owes = await questionsOwed(run, section, written);
    yield* writeSection({ ...run, owes }, meter, written, section);
    // Completes a waiting goodbye in the same step: a crash between two would have it said twice.
    const isAll = goodbye.length > 0 && section + 1 === closing;
    await episodeLog.change(work, { sectionsWritten: isAll ? closing + 1 : section + 1 });
  }
  if (goodbye.length) yield* goodbye;
  else if (sectionsWritten <= closing) {
    // The goodbye answers nothing: the review need not wait for it.
    run.review.begin(written);
    yield* writeGoodbye(run, meter, written);
  }
}

async function* writeSection(
  run: EpisodeRun & { owes: string[] },
  meter: SpeechMeter,
  written: LineRow[],
  section: number,
): AsyncGenerator<LineRow> {
  const { work, outline, episodeLog, writer, signal } = run;
  const closing = outline.sections.length - 1;
  const inPieces = section === closing - 1;
  const target = targetOf(work);
  // A goodbye that is already written is part of the total.
  const reserve = meter.total(closing) ? 0 : goodbyeReserve(target);
  const timeLeft = () => {
    const mine = meter.total(section);
    const left = target - (meter.total() - mine);
    return shareFor(section, outline.sections, left, reserve) - mine;
  };

  const ahead = inPieces ? AHEAD.nearTheEnd : AHEAD.usual;
  for (let before = -1; timeLeft() >= scaled(MIN_LEFT, target) && before < written.length; ) {
    await meter.unspokenBelow(scaled(ahead, target), signal);
    before = written.length;
    const piece = inPieces ? Math.min(timeLeft(), PIECE) : timeLeft();
    const limit = meter.total() + (inPieces ? timeLeft() : piece * OVERRUN);
    const brief = {
      ...sectionBrief(run, written, section, meter.wordsFor(piece)),
      owes: run.owes,
    };
    for await (const line of writer.write(brief, signal)) {
      if (meter.total() + meter.cost({ ...line, section }) > limit + 1_500) break;
      const row = await episodeLog.addLine(work, line, section, written.length);
      written.push(row);
      meter.add(row);
      yield row;
    }
    if (!inPieces) break;
  }
}

/** The goodbye is written as a whole, fitted to the time that is left, and saved in one step. */
async function* writeGoodbye(
  run: EpisodeRun,
  meter: SpeechMeter,
  written: LineRow[],
): AsyncGenerator<LineRow> {
  const { work, outline, episodeLog, writer, signal } = run;
  const section = outline.sections.length - 1;
  const target = targetOf(work);
  await meter.unspokenBelow(scaled(AHEAD.goodbye, target), signal);
  const timeLeft = target - meter.total();
  const lines: ScriptLine[] = [];
  const brief = sectionBrief(run, written, section, meter.wordsFor(timeLeft));
  for await (const line of writer.write(brief, signal)) lines.push(line);
  const lengths = lines.map((line) => meter.cost({ ...line, section }));
  const kept = fitGoodbye(lengths, timeLeft + 2_000).flatMap((index) => lines[index] ?? []);
  const rows = await episodeLog.addGoodbye(work, kept, section, written.length);
  for (const row of rows) {
    meter.add(row);
    yield row;
  }
}

/** A small error in ten minutes is a large one in two. */
function scaled(milliseconds: number, target: number): number {
  return milliseconds * Math.min(1, target / (SHORTEST_SOLD - TAIL));
}

function targetOf(work: LeasedEpisode): number {
  return work.podcast.duration * 60_000 - TAIL;
}

function sectionBrief(
  { brief, outline }: EpisodeRun,
  written: LineRow[],
  section: number,
  words: number,
): SectionBrief {
  const isClosing = section === outline.sections.length - 1;
  return {
    ...brief,
    outline,
    section,
    words,
    place: isClosing ? 'closing' : written.length ? 'middle' : 'opening',
    soFar: written.map(({ speaker, text }) => ({ speaker, text })),
  };
}
