import type { Transcript } from '#shared/script.ts';

type Segments = readonly Pick<Transcript['segments'][number], 'body'>[];

/** One place in the transcript: the index of its line, and of its first character in that. */
export type Hit = { line: number; from: number };

/** Every place where the text was said, in order; none for an empty text. */
export const hitsIn = (segments: Segments, wanted: string): Hit[] =>
  segments.flatMap(({ body }, line) => placesOf(wanted, body).map(({ from }) => ({ line, from })));

/** A point is none: in English it begins the decimals. */
const SEPARATOR = "[,'’\u00a0\u2009\u202f ]";
const between = new RegExp(`(?<=\\d)${SEPARATOR}(?=\\d{3}(?!\\d))`, 'g');

/** Where the text stands in the line, whatever its case; "1490" is "1,490" and "1 490", too. */
export function placesOf(wanted: string, body: string): { from: number; to: number }[] {
  const plain = wanted.trim().replace(between, '');
  if (!plain) return [];
  const pattern = plain
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(?<=\d)(?=\d)/g, `(?:${SEPARATOR}(?=\\d{3}(?!\\d)))?`);
  const found = body.matchAll(new RegExp(pattern, 'giu'));
  return [...found].map(({ 0: text, index }) => ({ from: index, to: index + text.length }));
}
