import type { EpisodeSources } from '#shared/sources.ts';

export type Source = EpisodeSources['sources'][number];
export type Claim = EpisodeSources['claims'][number];

export type Mark = {
  line: number;
  /** Position in the list of sources, from 1. */
  number: number;
  source: Source;
  claims: Claim[];
};

/** One mark for each source of a line, in list order; skips claims without a source or line. */
export function marksOf({ sources, claims }: EpisodeSources, lines: number): Map<number, Mark[]> {
  const numbers = new Map(sources.map(({ id }, index) => [id, index + 1]));
  const marks = new Map<number, Mark[]>();
  for (const claim of claims) {
    const { line, sourceId } = claim;
    const number = numbers.get(sourceId);
    const source = number === undefined ? undefined : sources[number - 1];
    if (number === undefined || !source || !isIndex(line, lines)) continue;
    const ofLine = marks.get(line) ?? [];
    const mark = ofLine.find((other) => other.number === number);
    if (mark) mark.claims.push(claim);
    else ofLine.push({ line, number, source, claims: [claim] });
    marks.set(line, ofLine);
  }
  for (const ofLine of marks.values()) ofLine.sort((one, other) => one.number - other.number);
  return marks;
}

const isIndex = (line: number, lines: number) =>
  Number.isInteger(line) && line >= 0 && line < lines;

/** By source id. */
export function linesBySource(marks: Map<number, Mark[]>): Map<number, number> {
  const lines = new Map<number, number>();
  for (const { source } of [...marks.values()].flat())
    lines.set(source.id, (lines.get(source.id) ?? 0) + 1);
  return lines;
}
