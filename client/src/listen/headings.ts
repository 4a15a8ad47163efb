import type { Chapters, Transcript } from '#shared/script.ts';

/** The chapters, each by the index of the line that it begins with. */
export function headingsOf(chapters: Chapters['chapters'], segments: Transcript['segments']) {
  return new Map(
    chapters.map((chapter) => [
      segments.findIndex(({ startTime }) => startTime >= chapter.startTime),
      chapter,
    ]),
  );
}
