import type { Clip } from './speech.ts';
import { brokenAnswer } from './speechFailures.ts';

/** Where one line of a take is heard, seconds. A line may have several. */
interface Segment {
  dialogueInputIndex: number;
  startTimeSeconds: number;
  endTimeSeconds: number;
}

/** By how much a segment may end after the sound, seconds: its times are rounded and loose. */
const LOOSE = 0.5;

/**
 * Cuts the sound of a take into a clip for each of its `count` lines, in the middle between the end of
 * one line and the start of the next, so that nothing is lost. Throws `ProviderFailure` when a line
 * has no segment, or the lines are not in their order.
 */
export function cutTake({ samples, sampleRate }: Clip, segments: Segment[], count: number): Clip[] {
  const spans = Array.from({ length: count }, (_, index) => spanOf(segments, index));
  const cuts = spans.slice(1).map(({ start }, index) => {
    const before = spans[index];
    if (!before || start < before.start) throw brokenAnswer('the lines of the take are mixed up');
    return Math.round(((before.end + start) / 2) * sampleRate);
  });
  if ((spans.at(-1)?.end ?? 0) > samples.length / sampleRate + LOOSE) {
    throw brokenAnswer('the take ends before its last line');
  }
  const edges = [0, ...cuts, samples.length];
  return spans.map((_, index) => ({
    // A copy: a view would keep the whole take in memory.
    samples: samples.slice(edges[index], edges[index + 1]),
    sampleRate,
  }));
}

function spanOf(segments: Segment[], index: number) {
  const mine = segments.filter(({ dialogueInputIndex }) => dialogueInputIndex === index);
  if (!mine.length) throw brokenAnswer(`the take has no segment for line ${index + 1}`);
  return {
    start: Math.min(...mine.map(({ startTimeSeconds }) => startTimeSeconds)),
    end: Math.max(...mine.map(({ endTimeSeconds }) => endTimeSeconds)),
  };
}
