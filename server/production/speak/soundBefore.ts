import type { ScriptLine } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import type { PodcastRow } from '../../episodes/log/lease.ts';
import { SOUND_LENGTHS, type SoundName } from '../../sound/mix/soundLengths.ts';
import { greets } from '../../writing/script/cleanLines.ts';
import { sentencesOf } from '../../writing/script/repetition.ts';
import { gapBefore, meanGap } from './gaps.ts';

type Line = Pick<ScriptLine, 'text'> & { section: number };

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
export function soundBefore(line: Line, earlier: readonly Line[]): SoundName | null {
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
function greetingAt(opening: readonly Line[]): number | null {
  const at = opening.findIndex(({ text }) => sentencesOf(text).some(greets));
  return at > 0 && at <= LONGEST_HOOK ? at : null;
}
