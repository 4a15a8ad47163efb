import { EventEmitter, once } from 'node:events';
import type { ScriptLine, Speaker } from '#shared/script.ts';
import type { LineRow, PodcastRow } from '../../episodes/log/lease.ts';
import { spokenForm } from '../../sound/speech/spokenForm.ts';
import { leadBefore, meanGap } from './gaps.ts';

/*
 * All times are milliseconds. The tempo of the voices is left alone: with a writer who misses by up
 * to 35 % and lines that vary by 12 %, all four lengths came out within 1 % (measured against the
 * stand-ins).
 */

const GOODBYE_SHARE = 0.045;
const GOODBYE_MAX = 30_000;
/** One sentence and the pause before it: no goodbye is shorter, however short the episode. */
const GOODBYE_MIN = 4_500;

/** Average of English, with the space. */
const CHARACTERS_PER_WORD = 5.8;
/** A gap follows after about this many characters. */
const CHARACTERS_PER_LINE = 100;

export const TAIL = 600;

type Line = ScriptLine & { section: number };

export type SpeechMeter = ReturnType<typeof openSpeechMeter>;

/** Starts from a sample of each voice and from the lines of earlier attempts. */
export function openSpeechMeter(
  samples: Record<Speaker, { characters: number; clip: { milliseconds: number } }>,
  written: LineRow[],
  podcast: Pick<PodcastRow, 'tone' | 'stings'>,
) {
  const rateOf = ({ characters, clip }: (typeof samples)[Speaker]) => {
    return { characters, milliseconds: clip.milliseconds };
  };
  const voices = { A: rateOf(samples.A), B: rateOf(samples.B) };
  const rate = (speaker: Speaker) => voices[speaker].characters / voices[speaker].milliseconds;
  // The spoken form counts, even if the voice makes its own: "1,490" takes as long as its words.
  const charactersOf = ({ text }: ScriptLine) => spokenForm(text).length;
  const predict = ({ speaker }: ScriptLine, characters: number) => characters / rate(speaker);

  const lines: { line: LineRow; characters: number; lead: number; measured: number | null }[] = [];
  const measurements = new EventEmitter();
  const unspoken = () =>
    lines.reduce(
      (sum, { line, characters, measured }) =>
        sum + (measured === null ? predict(line, characters) : 0),
      0,
    );

  /**
   * Gap and sound before a line that follows `since`. A goodbye that waits behind it does not
   * count.
   */
  function leadOf(line: Line, since: Line[] = []): number {
    const earlier = lines.flatMap((one) => (one.line.section <= line.section ? [one.line] : []));
    return leadBefore(line, [...earlier, ...since], podcast).total;
  }
  function add(line: LineRow): void {
    const [characters, lead] = [charactersOf(line), leadOf(line)];
    lines.push({ line, characters, lead, measured: line.milliseconds });
  }
  written.forEach(add);

  return {
    add,
    /** `is` is null for a line that is left out. */
    change({ was, is }: { was: LineRow; is: LineRow | null }): void {
      const at = lines.findIndex(({ line }) => line.position === was.position);
      const entry = lines[at];
      if (!entry) return;
      if (is) lines[at] = { ...entry, line: is, characters: charactersOf(is) };
      else lines.splice(at, 1);
      measurements.emit('line');
    },
    measure(line: LineRow, milliseconds: number): void {
      const entry = lines.find((one) => one.line.position === line.position);
      if (entry) entry.measured = milliseconds;
      voices[line.speaker].characters += entry?.characters ?? charactersOf(line);
      voices[line.speaker].milliseconds += milliseconds;
      measurements.emit('line');
    },
    total(section?: number): number {
      return lines
        .filter((entry) => section === undefined || entry.line.section === section)
        .reduce(
          (sum, { line, characters, lead, measured }) =>
            sum + lead + (measured ?? predict(line, characters)),
          0,
        );
    },
    /** What this line would add if it came next, or after `since`. */
    cost: (line: Line, since: Line[] = []) =>
      leadOf(line, since) + predict(line, charactersOf(line)),
    /** Words of both hosts that fill this time, gaps included. */
    wordsFor(milliseconds: number): number {
      const average = (rate('A') + rate('B')) / 2;
      const charactersPerMillisecond =
        1 / (1 / average + meanGap(podcast.tone) / CHARACTERS_PER_LINE);
      return Math.max(
        0,
        Math.round((milliseconds * charactersPerMillisecond) / CHARACTERS_PER_WORD),
      );
    },
    /** Resolves once at most this much is written but not yet spoken. */
    async unspokenBelow(milliseconds: number, signal: AbortSignal): Promise<void> {
      while (unspoken() > milliseconds) await once(measurements, 'line', { signal });
    },
  };
}

export function goodbyeReserve(target: number): number {
  return Math.min(GOODBYE_MAX, Math.max(GOODBYE_MIN, target * GOODBYE_SHARE));
}

/** `reserve` of `left` is kept for the closing section, the last; the others share by weight. */
export function shareFor(
  index: number,
  sections: { weight: number }[],
  left: number,
  reserve: number,
): number {
  const closing = sections.length - 1;
  if (index >= closing) return left;
  const open = sections.slice(index, closing);
  const weights = open.reduce((sum, section) => sum + section.weight, 0);
  const weight = sections[index]?.weight ?? 0;
  return Math.max(0, left - reserve) * (weight / weights);
}
