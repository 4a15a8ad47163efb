import type { ReceiptsEpisode } from './episode.ts';

type Shown = Pick<ReceiptsEpisode, 'shown' | 'segments' | 'lines' | 'facts' | 'sources'>;

/** Seconds by which two starts may differ. */
const ROUNDING = 0.002;

export function wrongMarks({ shown, segments, lines, facts }: Shown): string[] {
  return shown.claims.flatMap((claim) => {
    const segment = segments[claim.line];
    const line = lines[claim.line];
    const fact = facts.find(({ number }) => number === claim.fact);
    const faults = [
      segment ? null : 'no such line',
      segment && Math.abs(segment.startTime - claim.start) > ROUNDING ? 'starts elsewhere' : null,
      segment && line && segment.body !== line.text
        ? 'the transcript has another line there'
        : null,
      line && !line.facts.includes(claim.fact) ? 'its line does not name the fact' : null,
      shown.sources.some(({ id }) => id === claim.sourceId) ? null : 'no such source',
      fact ? null : 'no such fact',
      fact && fact.source !== claim.sourceId ? 'the fact is of another source' : null,
      fact && !isOf(fact, claim.quote) ? 'other words than the fact has' : null,
    ].filter(Boolean);
    return faults.length
      ? [`mark at ${claim.start} s on line ${claim.line}: ${faults.join(', ')}`]
      : [];
  });
}

const isOf = ({ quote, paragraph }: ReceiptsEpisode['facts'][number], words: string | null) =>
  words !== null && [quote, paragraph].some((text) => text.includes(words));

/** Names each fact of a line with a receipt that has no mark on screen. */
export function unmarked({ shown, lines }: Pick<Shown, 'shown' | 'lines'>): string[] {
  const marked = new Set(shown.claims.map(({ line, fact }) => `${line} ${fact}`));
  return lines.flatMap(({ text, facts, sourceWords }, index) =>
    facts
      .filter((fact) => sourceWords !== null && !marked.has(`${index} ${fact}`))
      .map((fact) => `no mark for fact ${fact}: ${text}`),
  );
}

export function factsUsed({ lines, facts, sources }: Omit<Shown, 'shown' | 'segments'>) {
  const numbers = new Set(sources.map(({ number }) => number));
  const known = new Set(
    facts.filter(({ source }) => numbers.has(source)).map(({ number }) => number),
  );
  const used = lines.flatMap((line) => line.facts.map((fact) => ({ fact, text: line.text })));
  return { used: used.length, unknown: used.filter(({ fact }) => !known.has(fact)) };
}
