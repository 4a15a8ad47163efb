import { createHash } from 'node:crypto';
import { toCardinal, toOrdinal } from 'n2words/en-GB';
import type { ScriptLine } from '#shared/script.ts';
import type { Tone } from '#shared/tonesAndStyles.ts';
import { guarded } from '../../base/kit/guarded.ts';
import type { PodcastRow } from '../../episodes/log/lease.ts';
import { SOUND_LENGTHS, type SoundName } from '../../sound/mix/soundLengths.ts';
import { greets } from '../../writing/script/cleanLines.ts';
import { sentencesOf } from '../../writing/script/repetition.ts';

type Line = ScriptLine & { section: number };

/**
 * `overlapped`: share of pure reactions over the end of the other's line, besides those that the
 * writer laid there. `factor` is relative to ordinary talk, `speed` to the voice's own.
 */
const TALK: Record<Tone, { factor: number; overlapped: number; speed: number }> = {
  Normal: { factor: 1, overlapped: 0.6, speed: 1 },
  Funny: { factor: 0.9, overlapped: 0.85, speed: 1.02 },
  Serious: { factor: 1.15, overlapped: 0.4, speed: 0.97 },
  Calm: { factor: 1.35, overlapped: 0.35, speed: 0.94 },
  Energetic: { factor: 0.75, overlapped: 1, speed: 1.06 },
  Skeptical: { factor: 1.05, overlapped: 0.5, speed: 1 },
};

/**
 * Gaps between turns are log-normal, ms: most often about 200, and in one case of forty more than a
 * second (Heldner and Edlund 2010; Levinson and Torreira 2015; Jefferson 1989).
 */
const MEDIAN = 295;
const SPREAD = 0.62;
const LONGEST = 1_800;
/** Audible silence that a clip keeps at its ends (`sound/mix/trim.ts`): part of the gap, ms. */
const EDGES = 50;
/** Before the first line, and between two sections, ms. */
const FIRST = 200;
const SECTION = 800;
const THINKING = 1.5;

const THINKS =
  /^(?:h+m+|u[hm]+|er+m?|well|let me (?:think|see)|let's see|good question)\b|^\S+(?: \S+){0,2}(?:\.\.\.|…)/i;
const CUT_OFF = /[—–-]["”’]?$/;
/** Said while the other one still talks, without taking the turn. "Yes" and "No" are answers. */
const SOUND = `(?:m+h*m+|mm-hm+|uh-huh|huh|h+m+|o+h|a+h|aha|wow|whoa|right|yeah|okay|ok|sure|exactly|true|ha|i see|go on|of course)`;
const REACTION = new RegExp(`^${SOUND}(?:[,.!]? ${SOUND})?[,.!]*$`, 'i');
/** Neither a greeting nor a goodbye is said over somebody. */
const FORMAL = /\b(?:hello|hi|hey|welcome|good ?(?:bye|morning|evening|night)|bye|farewell)\b/i;
const MOST_WORDS = 4;
/** Last words of a line, which nothing may cover if they hold a number or a name. */
const COVERED = 4;
/** A line of fewer characters is over before anybody could react. */
const SHORTEST_COVERED = 40;
const OVERLAP = { least: 120, most: 450, perCharacter: 30 };
/** "Seven", "seventh", "seventy", "hundred": the last word of each is enough. */
const NUMBER_WORDS = new Set(
  [...Array(21).keys(), 30, 40, 50, 60, 70, 80, 90, 100, 1e3, 1e6, 1e9]
    .flatMap((number) => (number ? [toCardinal(number), toOrdinal(number)] : ['zero']))
    .map((words) => words.split(' ').at(-1)),
);

const talkOf = (tone: string) => (Object.hasOwn(TALK, tone) ? TALK[tone as Tone] : TALK.Normal);

export const gapFactor = (tone: string) => talkOf(tone).factor;

export const speedOf = (tone: string) => talkOf(tone).speed;

/** Average gap between two lines, ms. */
export const meanGap = (tone: string) =>
  MEDIAN * Math.exp(SPREAD ** 2 / 2) * gapFactor(tone) - EDGES;

/**
 * Milliseconds; negative where a reaction lies over the end of the line before. Seeded by the two
 * lines, so that every restart and every mix gives the same.
 */
export function gapBefore(line: Line, previous: Line | undefined, tone: string): number {
  if (!previous) return FIRST;
  if (line.section !== previous.section) return SECTION;
  const draw = drawsOf(`${previous.text}\n${line.text}`);
  const { factor, overlapped } = talkOf(tone);
  const isLaid = mayOverlap(line, previous) && (line.isOver || draw() < overlapped);
  if (isLaid) return -overlapOf(line, draw());
  if (CUT_OFF.test(previous.text)) return 0;
  const thinking = THINKS.test(line.text) ? THINKING : 1;
  const audible = MEDIAN * factor * thinking * Math.exp(SPREAD * normal(draw(), draw()));
  return Math.round(Math.max(0, Math.min(LONGEST, audible) - EDGES));
}

/**
 * Only pure reactions and what the writer laid there: the heaviest lines of a talk are short. None
 * covers or is a number, a name or a question, and nothing quiet or slow takes part.
 */
function mayOverlap(line: Line, previous: Line): boolean {
  const { text } = line;
  if (line.speaker === previous.speaker || text.split(/\s+/).length > MOST_WORDS) return false;
  if (!line.isOver && !REACTION.test(text)) return false;
  if (/(?:\?|\.\.|…)["”’]?$|^\W*(?:\.{2}|…)/.test(text) || FORMAL.test(text)) return false;
  if (isGentle(line) || isGentle(previous)) return false;
  const end = previous.text.split(/\s+/).slice(-COVERED).join(' ');
  const isPlain = (text: string, isStart: boolean) => !hasNumber(text) && !hasName(text, isStart);
  const isComplete = /[.!]["”’]?$/.test(end) && !end.endsWith('...');
  return (
    isComplete &&
    previous.text.length >= SHORTEST_COVERED &&
    isPlain(end, false) &&
    isPlain(text, true)
  );
}

const isGentle = ({ delivery }: Line) => delivery === 'quietly' || delivery === 'slowly';

const hasNumber = (text: string) =>
  /\d|\bhal(?:f|ves)\b|\bper ?cent\b/i.test(text) ||
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => NUMBER_WORDS.has(word) || NUMBER_WORDS.has(word.replace(/s$/, '')));

/**
 * Whether a word within a sentence has a capital, other than "I". `isStart`: the text begins one.
 */
function hasName(text: string, isStart: boolean): boolean {
  const words = text.split(/\s+/);
  return words.some((word, index) => {
    const begins = index === 0 ? isStart : /[.!?…]["”’]?$/.test(words[index - 1] ?? '');
    return !begins && /^["“‘(]?\p{Lu}/u.test(word) && !/^["“‘(]?I(?:\b|['’])/.test(word);
  });
}

/** Never as long as the reaction itself. */
function overlapOf({ text }: Line, share: number): number {
  const most = Math.min(OVERLAP.most, OVERLAP.least + OVERLAP.perCharacter * text.length);
  return Math.round(OVERLAP.least + share * (most - OVERLAP.least));
}

/** Numbers from 0 to 1 that follow from the text. */
function drawsOf(text: string): () => number {
  const hash = createHash('sha256').update(text).digest();
  let at = 0;
  return () => (hash.readUInt32LE(4 * at++) + 0.5) / 2 ** 32;
}

/** A normal deviate from two uniform ones (Box and Muller). */
const normal = (one: number, other: number) =>
  Math.sqrt(-2 * Math.log(one)) * Math.cos(2 * Math.PI * other);

type TextLine = Pick<ScriptLine, 'text'> & { section: number };

/** What lies between a line and the end of the one before it, ms. */
export interface Lead {
  sound: SoundName | null;
  /** Silence after the line before; negative for a line that lies over its end. */
  pause: number;
  /** Silence right before this line: `pause` again, or the silence after the sound. */
  gap: number;
  total: number;
}

/** Most lines of a cold open. A "hello" that comes later is part of a story. */
const LONGEST_HOOK = 8;

/** Silence on either side of a sound, ms. It replaces the gap before the line. */
export const PAUSES = { sting: { before: 250, after: 300 }, mark: { before: 350, after: 350 } };

export function leadBefore(
  line: ScriptLine & { section: number },
  earlier: readonly (ScriptLine & { section: number })[],
  { tone, stings }: Pick<PodcastRow, 'tone' | 'stings'>,
): Lead {
  const { text } = line;
  const sound = stings ? guarded('a sound', text, () => soundBefore(line, earlier), null) : null;
  if (!sound) {
    const drawn = () => gapBefore(line, earlier.at(-1), tone);
    const gap = guarded('a gap', text, drawn, Math.round(meanGap(tone)));
    return { sound, pause: gap, gap, total: gap };
  }
  const { before, after } = PAUSES[sound];
  return { sound, pause: before, gap: after, total: before + SOUND_LENGTHS[sound] + after };
}

/**
 * The sting ends the cold open: it comes before the first line that greets, or at the first new
 * chapter if nobody greets. Every later chapter begins with a mark. The lines alone decide, so that
 * every restart and every mix gives the same.
 */
export function soundBefore(line: TextLine, earlier: readonly TextLine[]): SoundName | null {
  const [first] = earlier;
  if (!first) return null;
  const isOpening = earlier.every(({ section }) => section === first.section);
  if (line.section !== earlier.at(-1)?.section) {
    return isOpening && greetingAt(earlier) === null ? 'sting' : 'mark';
  }
  return isOpening && greetingAt([...earlier, line]) === earlier.length ? 'sting' : null;
}

/**
 * Returns the index of the greeting that ends an opening's hook; null without a hook or greeting.
 */
function greetingAt(opening: readonly TextLine[]): number | null {
  const at = opening.findIndex(({ text }) => sentencesOf(text).some(greets));
  return at > 0 && at <= LONGEST_HOOK ? at : null;
}
