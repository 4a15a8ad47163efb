import type { Transcript } from '#shared/script.ts';

type Segments = readonly Pick<Transcript['segments'][number], 'body'>[];

/** One place in the transcript: the index of its line, and of its first character in that. */
export type Hit = { line: number; from: number };

/** Every place where the text was said, in order and whatever its case; none for an empty text. */
export function hitsIn(segments: Segments, wanted: string): Hit[] {
  const needle = wanted.trim().toLowerCase();
  if (!needle) return [];
  return segments.flatMap(({ body }, line) =>
    placesOf(needle, body).map((from) => ({ line, from })),
  );
}

/** Where the text stands in the line; `needle` is in lower case. */
export function placesOf(needle: string, body: string): number[] {
  const text = body.toLowerCase();
  const places: number[] = [];
  let at = text.indexOf(needle);
  while (at >= 0) {
    places.push(at);
    at = text.indexOf(needle, at + needle.length);
  }
  return places;
}
