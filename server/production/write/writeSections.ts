import type { ScriptLine } from '#shared/script.ts';
import { broken } from '../../writing/model/modelFailures.ts';
import { asks } from '../../writing/script/asks.ts';
import type { SectionSpec } from '../../writing/script/scriptWriter.ts';
import { isGoodbye, ownGoodbye } from '../../writing/writer/write.ts';
import { exchangesOf, fitExchanges, fitGoodbye } from '../read/exchanges.ts';
import { OPENING_PIECES, openPieces } from '../read/readingQueue.ts';
import {
  admitted,
  aheadOf,
  type Draft,
  factsFor,
  hasUsedAllFacts,
  lengthOf,
  pieceOf,
  scaled,
  sectionSpec,
  targetOf,
  timeLeftFor,
  withoutDirections,
  wordsFor,
  writeLines,
} from './sectionDraft.ts';

/** A section with less time left is finished, ms. */
const MIN_LEFT = 6_000;
/** With less time left, no earlier subject is taken up again, and the goodbye gets it, ms. */
const NOT_WORTH_FILLING = 30_000;
/** The last section before the goodbye is continued if it is shorter by more than this, ms. */
const SHORT = 15_000;
/** A writer who exceeds the budget by more than this factor is cut off. */
const OVERRUN = 1.6;
/** How far a line may exceed the limit, ms; the last section more, as the goodbye is fitted. */
const SLACK = 1_500;
const LAST_SLACK = 10_000;
/** A question with less time left after it waits for its answer, ms; at most two do. */
const ROOM_FOR_ANSWER = 20_000;
const MOST_HELD = 2;
/**
 * An episode may miss its time by this share for a goodbye that stays whole. A shorter one is
 * continued: what is still unspoken misses its predicted time by about as much again, and the whole
 * is to miss by 1 % at most.
 */
const NEAR = 0.0075;
/** An episode that lacks a larger share of its time is unfinished, not short. */
const MOST_MISSING = 0.25;

/** A section, or the `subject` of an earlier one that is taken up again in it. */
interface Part {
  section: number;
  questionsToAnswer: string[];
  subject?: number;
}

export async function writeSection(draft: Draft, part: Part): Promise<void> {
  const { work, outline, meter, lineModerator, written, words, signal } = draft;
  const { section, subject } = part;
  const isEnd = section === outline.sections.length - 2;
  const target = targetOf(work);
  await meter.unspokenBelow(aheadOf(draft, isEnd ? 'nearTheEnd' : 'usual'), signal);
  const left = timeLeftFor(draft, section);
  const before = meter.total(section);
  if (left >= scaled(MIN_LEFT, target)) {
    if (hasUsedAllFacts(draft)) await draft.readMore();
    const spec = {
      ...sectionSpec(draft, section, wordsFor(draft, left)),
      ...part,
      ...factsFor(draft, subject ?? section),
    };
    // Not if it is also the first: voices wait for that.
    if (isEnd && section && subject === undefined) await writeLast(draft, spec, left);
    else await writePiece(draft, spec, meter.total() + left * (isEnd ? 1 : OVERRUN));
    const length = meter.total(section) - before;
    if (length > 0) {
      words.asked += spec.words;
      words.written += meter.wordsFor(length);
    }
  }
  const kept = written.filter((line) => line.section === section);
  lineModerator.checkLoss(section, kept.length);
}

function openLines(draft: Draft, section: number, sizes: readonly number[] = []) {
  const { work, episodeLog, meter, written, unread } = draft;
  const pieces = openPieces(sizes, (rows, pace) => unread.add(pieceOf(draft, rows, pace)));
  return {
    end: pieces.end,
    async add(lines: ScriptLine[]): Promise<void> {
      for (const line of lines) {
        const row = await episodeLog.addLine(work, line, section);
        written.push(row);
        meter.add(row);
        pieces.add(row);
      }
    },
  };
}

/** Ends at a total of `limit` ms, but never between a question and its answer. */
async function writePiece(draft: Draft, spec: SectionSpec, limit: number): Promise<void> {
  const { meter, written } = draft;
  const { section } = spec;
  const pieces = openLines(draft, section, written.length ? [] : OPENING_PIECES);
  let held: ScriptLine[] = [];
  try {
    for await (const line of admitted(draft, writeLines(draft, spec), section)) {
      held.push(line);
      const end = meter.total() + lengthOf(draft, section, held);
      if (end > limit + SLACK) return;
      if (asks(line) && end + ROOM_FOR_ANSWER > limit && held.length <= MOST_HELD) continue;
      await pieces.add(held);
      held = [];
    }
    await pieces.add(held);
  } finally {
    pieces.end();
  }
}

/**
 * Written as a whole, because it ends once; its first half is handed on meanwhile. A short one is
 * continued in front of its last exchange, and a long one loses whole exchanges there.
 */
async function writeLast(draft: Draft, spec: SectionSpec, left: number): Promise<void> {
  const { work, episodeLog } = draft;
  const { section } = spec;
  const pieces = openLines(draft, section);
  let lines: ScriptLine[] = [];
  let isHalf = false;
  for await (const line of admitted(draft, writeLines(draft, spec), section)) {
    lines.push(line);
    if (isHalf || lengthOf(draft, section, lines) < left / 2) continue;
    isHalf = true;
    const exchanges = exchangesOf(lines);
    lines = exchanges.pop() ?? [];
    await pieces.add(exchanges.flat());
    pieces.end();
  }
  const rest = timeLeftFor(draft, section);
  const missing = rest - lengthOf(draft, section, lines);
  if (lines.length && missing > scaled(SHORT, targetOf(work))) {
    const end = exchangesOf(lines).at(-1) ?? [];
    const begun = lines.slice(0, lines.length - end.length);
    lines = await lengthened(draft, spec, { begun, end, missing });
  }
  const kept = fitExchanges(
    exchangesOf(lines),
    (some) => lengthOf(draft, section, some),
    rest + scaled(LAST_SLACK, targetOf(work)),
  );
  const cut = lines.length - kept.length;
  if (cut) {
    const { quality } = (await episodeLog.reread(work)).podcast;
    await episodeLog.change(work, { quality: { ...quality, cutForLength: cut } });
  }
  await pieces.add(kept);
  pieces.end();
}

/** Returns the lines of a section with others in front of its `end`, to fill `missing` ms. */
async function lengthened(
  draft: Draft,
  spec: SectionSpec,
  { begun, end, missing }: { begun: ScriptLine[]; end: ScriptLine[]; missing: number },
): Promise<ScriptLine[]> {
  const soFar = withoutDirections([...draft.written, ...begun]);
  const before = end.map(({ speaker, text }) => `${speaker}: ${text}`);
  const more = { ...spec, words: wordsFor(draft, missing), questionsToAnswer: [], soFar, before };
  const between: ScriptLine[] = [];
  for await (const line of admitted(draft, writeLines(draft, more), spec.section))
    between.push(line);
  return [...begun, ...between, ...end];
}

/** Heaviest subjects first. Throws `ProviderFailure` if too much time is left for a goodbye. */
export async function fillTime(draft: Draft, section: number): Promise<void> {
  const { outline, unread, signal } = draft;
  const { sections } = outline;
  const subjects = [...sections.slice(0, section).keys()].toSorted(
    (one, other) => (sections[other]?.weight ?? 0) - (sections[one]?.weight ?? 0),
  );
  const target = targetOf(draft.work);
  for (const subject of subjects) {
    // The reader may leave lines out.
    await unread.below(1, signal);
    if (timeLeftFor(draft, section) < scaled(NOT_WORTH_FILLING, target)) return;
    await writeSection(draft, { section, subject, questionsToAnswer: [] });
  }
  if (timeLeftFor(draft, section) < target * MOST_MISSING) return;
  throw draft.declined ?? broken('the model ran out of things to say');
}

/** Fitted to the time that is left, and saved in one step. */
export async function writeGoodbye(draft: Draft): Promise<void> {
  const { work, outline, episodeLog, writer, meter, written, unread, signal } = draft;
  const section = outline.sections.length - 1;
  const target = targetOf(work);
  await meter.unspokenBelow(aheadOf(draft, 'goodbye'), signal);
  const timeLeft = target - meter.total();
  let lines: ScriptLine[] = [];
  // Habit does not count: turns are short, and the gaps between them take the time of words.
  const closing = sectionSpec(draft, section, wordsFor(draft, timeLeft, 1));
  for await (const line of admitted(draft, writer.write(closing, signal), section)) {
    lines.push(line);
  }
  // The line that said it may have been left out.
  const own = lines.some(isGoodbye) ? [] : ownGoodbye(lines.at(-1) ?? written.at(-1));
  lines.push(...own);
  const near = target * NEAR;
  const missing = timeLeft - lengthOf(draft, section, lines);
  if (missing > near) {
    // Both hosts say goodbye.
    const [begun, end] = [lines.slice(0, -2), lines.slice(-2)];
    lines = await lengthened(draft, { ...closing, place: 'middle' }, { begun, end, missing });
  }
  const kept = fitGoodbye(lines, (some) => lengthOf(draft, section, some), {
    budget: timeLeft,
    near,
  });
  const rows = await episodeLog.addGoodbye(work, kept, section);
  for (const row of rows) meter.add(row);
  unread.add(pieceOf(draft, rows));
}
