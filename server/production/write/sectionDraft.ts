import type { Outline, ScriptLine } from '#shared/script.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { LeasedEpisode, LineRow } from '../../episodes/log/lease.ts';
import { asks } from '../../writing/script/asks.ts';
import type { ScriptSpec, SectionSpec } from '../../writing/script/scriptWriter.ts';
import type { Piece } from '../read/lineReader.ts';
import type { openLineModerator } from '../read/moderateLines.ts';
import type { ReadingQueue } from '../read/readingQueue.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';
import { longestTakeOf } from '../run/specOf.ts';
import { goodbyeReserve, type SpeechMeter, shareFor, TAIL } from '../speak/speechMeter.ts';

/**
 * How far the script may run ahead of the voices, ms of speech. A take comes back as a whole, so
 * that takes need more. The goodbye makes up for what the lines before it turn out to last.
 */
const AHEAD = {
  line: { usual: 240_000, nearTheEnd: 150_000, goodbye: 110_000 },
  take: { usual: 300_000, nearTheEnd: 240_000, goodbye: 110_000 },
};
/** Shortest episode for which these distances are meant, ms; a shorter one scales them down. */
const SHORTEST_SOLD = 600_000;
/** Writing more or fewer words than asked for counts as a habit up to this factor. */
const HABIT = 1.25;
/** Longer than most models take to write a line, ms; used until lines are measured. */
const LINE = 500;

export interface Draft extends EpisodeRun {
  meter: SpeechMeter;
  lineModerator: ReturnType<typeof openLineModerator>;
  /** Lines in the log: as they are spoken once they are read, else as they were written. */
  written: LineRow[];
  unread: ReadingQueue;
  /** Without the goodbye: words asked for, and those that fill the time of what came. */
  words: { asked: number; written: number };
  /** Asks the sources for more facts, once, and adds them to the spec. */
  readMore(): Promise<void>;
  declined: ProviderFailure | null;
}

export function pieceOf(draft: Draft, rows: LineRow[], pace = LINE): Piece {
  const { outline } = draft;
  const { section = 0 } = rows[0] ?? {};
  const own = outline.sections[section];
  const before = draft.written.filter(({ position }) => position < (rows[0]?.position ?? 0));
  const last = before.at(-1);
  // A question before it makes the first line an answer, which must not be missing.
  const begins = !last || last.section !== section || asks(last);
  return {
    rows,
    pace,
    place: placeOf(outline, section),
    earlier: outline.sections.slice(0, section).map(({ goal }) => goal),
    // The next section may be announced.
    facts: [own, outline.sections[section + 1]].flatMap((one) => one?.facts ?? []),
    instead: begins ? (own?.title ?? null) : null,
    shown: [],
  };
}

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

/** Corrected by the writer's habit, upwards by the factor `most` at most. */
export function wordsFor({ words, meter }: Draft, milliseconds: number, most = HABIT): number {
  const habit = words.written ? words.asked / words.written : 1;
  return Math.round(meter.wordsFor(milliseconds) * Math.min(most, Math.max(1 / HABIT, habit)));
}

/** What these lines of a section add to those before them, ms. */
export function lengthOf({ meter }: Draft, section: number, lines: ScriptLine[]): number {
  const placed = lines.map((line) => ({ ...line, section }));
  return placed.reduce((sum, line, i) => sum + meter.cost(line, placed.slice(0, i)), 0);
}

/** A declined section leaves its time to the others, unless nothing was said before it. */
export async function* writeLines(draft: Draft, spec: SectionSpec): AsyncGenerator<ScriptLine> {
  try {
    yield* draft.writer.write(spec, draft.signal);
  } catch (error) {
    // A voice's failure may have stopped the attempt, which says nothing about the model.
    draft.signal.throwIfAborted();
    const isDeclined = error instanceof ProviderFailure && error.trouble === 'rejected';
    if (!isDeclined || !spec.soFar.length) throw error;
    const { section } = spec;
    log.warn({ podcast: draft.work.podcast.id, section, err: error }, 'a section was declined');
    draft.declined = error;
  }
}

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

/** False if there are no facts. */
export function hasUsedAllFacts({
  spec,
  written,
}: Pick<WrittenSoFar, 'spec' | 'written'>): boolean {
  const usedFacts = new Set(written.flatMap(({ facts }) => facts));
  const { facts = [] } = spec;
  return facts.length > 0 && facts.every(({ number }) => usedFacts.has(number));
}

interface WrittenSoFar {
  spec: ScriptSpec;
  outline: Outline;
  written: LineRow[];
}

/** Most facts that a section is given: it has no time for more. */
const MOST = 15;

export function factsFor(
  { spec, outline, written }: WrittenSoFar,
  section: number,
): { use: number[]; used: number[] } {
  const all = (spec.facts ?? []).map(({ number }) => number);
  const usedFacts = new Set(written.flatMap(({ facts }) => facts));
  const isOpen = (number: number) => !usedFacts.has(number);
  const planned = (outline.sections[section]?.facts ?? []).filter(isOpen);
  // A section that has told all its facts, or was given none, goes on with what is left.
  const own = (planned.length ? planned : all.filter(isOpen)).slice(0, MOST);
  // Both sides of a dispute are given together.
  const sides = (spec.facts ?? [])
    .filter(({ number }) => own.includes(number))
    .flatMap(({ against = [] }) => against);
  return { use: [...new Set([...own, ...sides])], used: [...usedFacts] };
}
