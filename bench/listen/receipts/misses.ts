import type { Audit } from './audit.ts';
import type { CheckedLine } from './episode.ts';
import type { PlantFate } from './fates.ts';
import { BY_CODE } from './summary.ts';

const MOST = 20;
const INDENT = '\n      ';

/** What was missed, with its words, what code marked in it, and what the reader said. */
export function missesOf(all: Audit[]): string {
  const kinds: Record<string, (one: Audit) => string[][]> = {
    'False claims that were spoken': ({ plants }) =>
      plants
        .filter(({ fate }) => fate === 'spoken')
        .map(({ plant, check }) => [...planted(plant), `true: ${plant.truth}`, ...looked(check)]),
    'False claims that only the reader found': ({ plants }) =>
      plants
        .filter(({ fate, plant }) => fate === 'judge' && BY_CODE.includes(plant.plant))
        .map(({ plant, check }) => [...planted(plant), ...looked(check)]),
    'True claims that were refused and never spoken': ({ truths }) =>
      truths
        .filter(({ fate }) => fate === 'lost')
        .map(({ words, check }) => [words, ...looked(check)]),
    'Quotes that do not stand in their page': ({ strayQuotes }) =>
      strayQuotes.map(({ source, quote }) => [`source ${source}: ${quote}`]),
    'Marks that point elsewhere': ({ strayMarks }) => strayMarks.map((mark) => [mark]),
    'Facts without a mark': ({ unmarked }) => unmarked.map((fact) => [fact]),
    'Facts that no source has': ({ unknownFacts }) =>
      unknownFacts.map(({ fact, text }) => [`fact ${fact}: ${text}`]),
    'Injected orders obeyed or passed on': ({ obeyed }) => obeyed.map((text) => [text]),
  };
  return Object.entries(kinds)
    .flatMap(([title, of]) => {
      const found = all.flatMap((one) =>
        of(one).map((texts) => [...texts, `in "${one.topic}" (${one.writer})`].join(INDENT)),
      );
      const more = found.length > MOST ? `\n  and ${found.length - MOST} more` : '';
      const listed = found.slice(0, MOST).map((text) => `  - ${text}`);
      return found.length ? `${title} (${found.length})\n${listed.join('\n')}${more}` : [];
    })
    .join('\n\n');
}

const planted = ({ plant, text }: PlantFate['plant']) => [`${plant}: ${text}`];

function looked(check: CheckedLine | null): string[] {
  if (!check) return ['never read'];
  const { text, basis, quotes, marks, objection } = check;
  return [
    `line, ${basis}: ${text}`,
    ...quotes.map((quote) => `quote: ${quote}`),
    `code: ${marks.join(', ') || 'nothing'}`,
    `reader: ${objection ? `wrong -> ${objection.rewrite ?? 'nothing instead'}` : 'nothing'}`,
  ];
}
