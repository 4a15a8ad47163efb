import type { Transcript } from '#shared/script.ts';

type Segment = Transcript['segments'][number];

/** Characters spoken by `time`, to the end of a word; assumes an even speech rate. */
export function spokenUpTo(segment: Segment, time: number): number {
  const length = segment.endTime - segment.startTime;
  if (time >= segment.endTime || length <= 0) return segment.body.length;
  const reached = Math.floor(
    (Math.max(time - segment.startTime, 0) / length) * segment.body.length,
  );
  const space = segment.body.indexOf(' ', reached);
  return space < 0 ? segment.body.length : space;
}
