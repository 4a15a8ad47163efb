import type { Chapters, Transcript } from '#shared/script.ts';

type Segment = Transcript['segments'][number];
type Chapter = Chapters['chapters'][number];

/**
 * Index of the last item that has started at `time` (s), or -1 before the first; binary search over
 * ascending start times. A pause between two lines belongs to the line before it.
 */
function lastStarted(count: number, startOf: (index: number) => number, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (startOf(middle) <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function lineAt(segments: readonly Segment[], time: number): number {
  return lastStarted(
    segments.length,
    (index) => segments[index]?.startTime ?? Number.POSITIVE_INFINITY,
    time,
  );
}

export function chapterAt(chapters: readonly Chapter[], time: number): number {
  return lastStarted(
    chapters.length,
    (index) => chapters[index]?.startTime ?? Number.POSITIVE_INFINITY,
    time,
  );
}

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

/** Indexes of the lines that contain the text; none for an empty search. */
export function linesWith(segments: readonly Segment[], wanted: string): number[] {
  const needle = wanted.trim().toLowerCase();
  if (!needle) return [];
  return segments.flatMap((segment, index) =>
    segment.body.toLowerCase().includes(needle) ? [index] : [],
  );
}
