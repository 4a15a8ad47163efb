import type { CheckedLine, ReceiptsEpisode } from './episode.ts';
import { isRefused } from './plants.ts';
import { isOf, isSaid, tellingOf } from './spoken.ts';

/**
 * The fate of a true line. Only `lost` is the reader's loss: the line was refused, and neither its
 * words nor their rewrite were said. `passed` came through and then found no time, and `unread`
 * never came to the reader, because its section was full.
 */
export interface TruthFate {
  words: string;
  fate: 'spoken' | 'lost' | 'passed' | 'unread';
  /** How it was read; if it was ever refused, that reading. */
  check: CheckedLine | null;
}

/** Returns one fate for each true fact that was told, however often it was written. */
export function truthFates(
  episode: Pick<ReceiptsEpisode, 'tellings' | 'checks' | 'lines' | 'facts'>,
): TruthFate[] {
  const { tellings, checks, facts } = episode;
  const told = new Set(tellings.flatMap((one) => (one.kind === 'told' ? [one.fact] : [])));
  return facts
    .filter(({ number }) => told.has(number))
    .map((fact): TruthFate => {
      const words = tellingOf(fact);
      const looked = checks.filter(
        ({ text, quotes }) => isOf(words, text) && quotes.includes(fact.quote),
      );
      const check = looked.find(isRefused) ?? looked[0] ?? null;
      if (isSaid(words, episode)) return { words, fate: 'spoken', check };
      const rewrites = looked.flatMap(({ objection }) => objection?.rewrite ?? []);
      if ([...rewrites, fact.text].some((rewrite) => isSaid(rewrite, episode))) {
        return { words, fate: 'spoken', check };
      }
      if (!check) return { words, fate: 'unread', check };
      return { words, fate: isRefused(check) ? 'lost' : 'passed', check };
    });
}

/** Lines that tell nothing of a source, true or false, and that code marked all the same. */
export function falseAlarms({
  tellings,
  checks,
}: Pick<ReceiptsEpisode, 'tellings' | 'checks'>): CheckedLine[] {
  const known = tellings.map(({ text }) => text);
  return checks.filter(
    ({ text, marks }) => marks.length > 0 && !known.some((told) => isOf(told, text)),
  );
}
