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

/** The lines that contain the text; none for an empty search. */
export function linesWith(segments: readonly Segment[], wanted: string): Segment[] {
  const needle = wanted.trim().toLowerCase();
  if (!needle) return [];
  return segments.filter(({ body }) => body.toLowerCase().includes(needle));
}
