import type { Outline, ScriptLine } from '#shared/script.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
import { asks } from '../../writing/script/asks.ts';
import type { SectionSpec } from '../../writing/script/scriptWriter.ts';
import type { Piece } from '../read/lineReader.ts';
import type { openLineModerator } from '../read/moderateLines.ts';
import type { ReadingQueue } from '../read/readingQueue.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { longestTakeOf } from '../run/narratorsOf.ts';
import { goodbyeReserve, type SpeechMeter, shareFor, TAIL } from '../speak/speechMeter.ts';

/**
 * How far the script may run ahead of the voices, ms of speech: never idle, never blind. What is written is
 * read before it is spoken, and a take comes back as a whole, so that more is under way. The goodbye makes up
 * for what the lines before it turn out to last.
 */
const AHEAD = {
  line: { usual: 240_000, nearTheEnd: 150_000, goodbye: 110_000 },
  take: { usual: 300_000, nearTheEnd: 240_000, goodbye: 110_000 },
};
/** The distances above suit episodes of at least this length; for a shorter one they are scaled down, ms. */
const SHORTEST_SOLD = 600_000;
/** Up to this factor it is believed to be a writer's habit to write more or fewer words than asked for. */
const HABIT = 1.25;
/** Longer than most models take to write a line, ms; measured as soon as there are lines. */
const LINE = 500;

/** A script while it is written. */
export interface Draft extends EpisodeRun {
  meter: SpeechMeter;
  lineModerator: ReturnType<typeof openLineModerator>;
  /** Lines in the log: as they are spoken where they are read, else as they were written. */
  written: LineRow[];
  unread: ReadingQueue;
  /** Words of the sections so far, goodbye apart: those asked for, and those that fill the time of what came. */
  words: { asked: number; written: number };
  /** Asks the sources for more facts than they were asked for; once, and the spec has them then. */
  readMore(): Promise<void>;
  /** Why the model would not write some section. */
  declined: ProviderFailure | null;
}

/** Lines of one section, with what their reader has to know. */
export function pieceOf(draft: Draft, rows: LineRow[], pace = LINE): Piece {
  const { outline } = draft;
  const { section = 0 } = rows[0] ?? {};
  const own = outline.sections[section];
  const before = draft.written.filter(({ position }) => position < (rows[0]?.position ?? 0));
  const last = before.at(-1);
  // Somebody waits for an answer where the line before is a question.
  const begins = !last || last.section !== section || asks(last);
  return {
    rows,
    pace,
    place: placeOf(outline, section),
    earlier: outline.sections.slice(0, section).map(({ goal }) => goal),
    // What comes next may be announced.
    facts: [own, outline.sections[section + 1]].flatMap((one) => one?.facts ?? []),
    instead: begins ? (own?.title ?? null) : null,
    shown: [],
  };
}

/** What was said, without directions to the voice. */
export const withoutDirections = (lines: ScriptLine[]): ScriptLine[] =>
  lines.map(({ speaker, text }) => ({ speaker, text }));

export function sectionSpec(
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
    soFar: withoutDirections(written),
  };
}

/**
 * The words to ask for to fill this time, ms, of a writer who keeps writing more or fewer than that; `most`:
 * by what factor more at most.
 */
export function wordsFor({ words, meter }: Draft, milliseconds: number, most = HABIT): number {
  const habit = words.written ? words.asked / words.written : 1;
  return Math.round(meter.wordsFor(milliseconds) * Math.min(most, Math.max(1 / HABIT, habit)));
}

/** What these lines of a section add to those before them, ms. */
export function lengthOf({ meter }: Draft, section: number, lines: ScriptLine[]): number {
  const placed = lines.map((line) => ({ ...line, section }));
  return placed.reduce((sum, line, i) => sum + meter.cost(line, placed.slice(0, i)), 0);
}

/** A section that the model declines, even without reason, leaves its time to the others. */
export async function* writeLines(draft: Draft, spec: SectionSpec): AsyncGenerator<ScriptLine> {
  try {
    yield* draft.writer.write(spec, draft.signal);
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
export const admitted = (draft: Draft, lines: AsyncIterable<ScriptLine>, section: number) =>
  draft.lineModerator.pass(lines, { section, soFar: draft.written });

/** What a section may still use, ms. */
export function timeLeftFor({ work, outline, meter }: Draft, section: number): number {
  const target = targetOf(work);
  const mine = meter.total(section);
  // A goodbye that is already written is part of the total.
  const reserve = meter.total(outline.sections.length - 1) ? 0 : goodbyeReserve(target);
  return shareFor(section, outline.sections, target - (meter.total() - mine), reserve) - mine;
}

export function aheadOf(draft: Draft, place: keyof typeof AHEAD.line): number {
  const ahead = AHEAD[longestTakeOf(draft) === null ? 'line' : 'take'];
  return scaled(ahead[place], targetOf(draft.work));
}

/** A small error in ten minutes is a large one in two. */
export function scaled(milliseconds: number, target: number): number {
  return milliseconds * Math.min(1, target / (SHORTEST_SOLD - TAIL));
}

export function targetOf(work: LeasedEpisode): number {
  return work.podcast.duration * 60_000 - TAIL;
}

function placeOf({ sections }: Outline, section: number): SectionSpec['place'] {
  if (section === sections.length - 1) return 'closing';
  return section ? 'middle' : 'opening';
}
