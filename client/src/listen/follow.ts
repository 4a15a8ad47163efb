import type { Transcript } from '#shared/script.ts';

type Segment = Transcript['segments'][number];

/**
 * Characters of the line spoken by `time`, rounded up to the end of the current word. Assumes an even
 * speech rate within the line.
 */
export function spokenUpTo(segment: Segment, time: number): number {
  const length = segment.endTime - segment.startTime;
  if (time >= segment.endTime || length <= 0) return segment.body.length;
  const reached = Math.floor(
    (Math.max(time - segment.startTime, 0) / length) * segment.body.length,
  );
  const space = segment.body.indexOf(' ', reached);
  return space < 0 ? segment.body.length : space;
}
