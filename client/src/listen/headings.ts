import type { Chapters, Transcript } from '#shared/script.ts';

/** By index of the line that the chapter begins with. */
export function headingsOf(chapters: Chapters['chapters'], segments: Transcript['segments']) {
  return new Map(
    chapters.map((chapter) => [
      segments.findIndex(({ startTime }) => startTime >= chapter.startTime),
      chapter,
    ]),
  );
}
