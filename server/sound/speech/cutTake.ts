import type { Clip } from './speech.ts';
import { brokenAnswer } from './speechFailures.ts';

/** Where a line of a take is heard, seconds. A line may have several segments. */
interface Segment {
  dialogueInputIndex: number;
  startTimeSeconds: number;
  endTimeSeconds: number;
}

/** Seconds that a segment may end after the sound, because its times are rounded. */
const LOOSE = 0.5;

/** Cuts halfway between two lines, so that nothing is lost. Throws `ProviderFailure`. */
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
