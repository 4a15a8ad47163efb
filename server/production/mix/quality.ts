import {
  LENGTH_TOLERANCE,
  QUALITY_FLAGS,
  type QualityCard,
  type QualityFlag,
} from '#shared/quality.ts';
import type { Speaker } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import type { Measured } from '../../sound/mix/audio.ts';
import { sentencesOf, wordsOf } from '../../writing/script/repetition.ts';

/** Required loudness of a finished file, LUFS and dBTP (Apple Podcasts; EBU R128 s2). */
export const LOUDNESS = { target: -16, tolerance: 1, truePeak: -1 };

/** Even in an interview the host who says less has about a third of the time. */
const LEAST_SHARE = 0.3;
/** Listeners notice when one run of four words in ten is a repetition. */
const MOST_REPETITION = 0.1;
/** Seconds: a turn is a few sentences, and a minute and a half is a lecture. */
const LONGEST_TURN = 90;
/** Share of the lines: a voice that needs more second tries has a problem. */
const MOST_ASKED_AGAIN = 0.05;
/** Two sentences in a hundred may be stock phrases; one in twenty is a story told again. */
const LEAST_NOVELTY = 0.95;
/** Words in a run: three are often a common phrase, five miss slight rewording. */
const RUN = 4;

interface Line {
  speaker: Speaker;
  text: string;
  milliseconds: number | null;
  startMilliseconds: number | null;
}

interface Episode {
  /** Minutes. */
  bought: number;
  lines: Line[];
  measured: Measured;
  askedAgain: number;
  /** All lines of the account's earlier episodes; null for its first. */
  earlierLines: string[] | null;
}

export function qualityOf(episode: Episode): QualityCard {
  const { bought, lines, measured, askedAgain, earlierLines } = episode;
  const spoken = lines.flatMap(({ startMilliseconds: start, milliseconds, ...line }) =>
    start === null || milliseconds === null ? [] : [{ ...line, start, end: start + milliseconds }],
  );
  const texts = spoken.map(({ text }) => text);
  const script = texts.join(' ');
  const figures = {
    lengthError: measured.seconds / (bought * 60) - 1,
    loudness: measured.loudness,
    truePeak: measured.truePeak,
    talkBalance: shareOfA(spoken),
    repetition: guarded('repetition', script, () => repetitionOf(texts), 0),
    longestMonologue: longestTurn(spoken),
    linesAskedAgain: askedAgain,
    novelty: guarded('novelty', script, () => noveltyOf(texts, earlierLines), null),
  };
  return { ...figures, flags: flagsOf(figures, spoken.length) };
}

function flagsOf(figures: Omit<QualityCard, 'flags'>, lines: number): QualityFlag[] {
  const { lengthError, loudness, truePeak, talkBalance } = figures;
  const isLoudnessWrong =
    Math.abs(loudness - LOUDNESS.target) > LOUDNESS.tolerance || truePeak > LOUDNESS.truePeak;
  const wrong: Record<QualityFlag, boolean> = {
    length: Math.abs(lengthError) > LENGTH_TOLERANCE,
    loudness: isLoudnessWrong,
    balance: Math.min(talkBalance, 1 - talkBalance) < LEAST_SHARE,
    repetition: figures.repetition > MOST_REPETITION,
    monologue: figures.longestMonologue > LONGEST_TURN,
    'asked-again': figures.linesAskedAgain > lines * MOST_ASKED_AGAIN,
    novelty: figures.novelty !== null && figures.novelty < LEAST_NOVELTY,
  };
  return QUALITY_FLAGS.filter((flag) => wrong[flag]);
}

interface SpokenLine {
  speaker: Speaker;
  start: number;
  end: number;
}

function shareOfA(lines: SpokenLine[]): number {
  const time = { A: 0, B: 0 };
  for (const { speaker, start, end } of lines) time[speaker] += end - start;
  const all = time.A + time.B;
  return all === 0 ? 0.5 : time.A / all;
}

export function repetitionOf(texts: string[]): number {
  const said = new Set<string>();
  let [runs, repeated] = [0, 0];
  for (const text of texts) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
    for (let i = 0; i + RUN <= words.length; i++) {
      const run = words.slice(i, i + RUN).join(' ');
      runs++;
      if (said.has(run)) repeated++;
      said.add(run);
    }
  }
  return runs === 0 ? 0 : repeated / runs;
}

/** Seconds, pauses included. */
function longestTurn(lines: SpokenLine[]): number {
  let longest = 0;
  let turn: SpokenLine | undefined;
  for (const line of lines) {
    if (line.speaker !== turn?.speaker) turn = line;
    longest = Math.max(longest, line.end - turn.start);
  }
  return longest / 1000;
}

/** A shorter sentence may be said in every episode: "Fair enough." */
const LEAST_WORDS = 4;

/** Ignores case and punctuation. */
export function noveltyOf(lines: string[], earlierLines: string[] | null): number | null {
  if (earlierLines === null) return null;
  const known = new Set(earlierLines.flatMap(normalised));
  const sentences = lines.flatMap(normalised);
  if (sentences.length === 0) return 1;
  return sentences.filter((sentence) => !known.has(sentence)).length / sentences.length;
}

function normalised(line: string): string[] {
  return sentencesOf(line)
    .map(wordsOf)
    .filter((words) => words.length >= LEAST_WORDS)
    .map((words) => words.join(' '));
}
