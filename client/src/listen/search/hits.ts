import type { Transcript } from '#shared/script.ts';

type Segments = readonly Pick<Transcript['segments'][number], 'body'>[];

/** `from` is the index of the first character in the line. */
export type Hit = { line: number; from: number };

export const hitsIn = (segments: Segments, wanted: string): Hit[] =>
  segments.flatMap(({ body }, line) => placesOf(wanted, body).map(({ from }) => ({ line, from })));

/** No point: in English it begins the decimals. */
const SEPARATOR = "[,'’\u00a0\u2009\u202f ]";
const between = new RegExp(`(?<=\\d)${SEPARATOR}(?=\\d{3}(?!\\d))`, 'g');

/** Ignores case; "1490" also finds "1,490" and "1 490". */
export function placesOf(wanted: string, body: string): { from: number; to: number }[] {
  const plain = wanted.trim().replace(between, '');
  if (!plain) return [];
  const pattern = plain
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/(?<=\d)(?=\d)/g, `(?:${SEPARATOR}(?=\\d{3}(?!\\d)))?`);
  const found = body.matchAll(new RegExp(pattern, 'giu'));
  return [...found].map(({ 0: text, index }) => ({ from: index, to: index + text.length }));
}
