import { guarded } from '../../base/kit/guarded.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { openWitness } from '../../reading/witness/witness.ts';
import type { Fact, ScriptSpec, SourceText } from '../../writing/script/scriptWriter.ts';

export type Marker = ReturnType<typeof openMarker>;

/** Finds what stands in nothing that was read or ordered. Reads all texts for the first line. */
export function openMarker(spec: ScriptSpec, title: string, said: LineRow[]) {
  const { topic, hostA, hostB, questions = [], date = '', facts = [] } = spec;
  const ordered = [topic, title, hostA, hostB, date, ...questions];
  const known = said.flatMap(({ text, sourceWords }) => (sourceWords ? [text] : []));
  const witness = openWitness([...ordered, ...facts.flatMap(factTextsOf), ...known]);
  const marks = (by: typeof witness, line: Pick<LineRow, 'text' | 'sum'>) =>
    guarded('marks', line.text, () => by.marksIn(line), []);
  return {
    marksIn: (line: Pick<LineRow, 'text' | 'sum'>): string[] => marks(witness, line),
    /**
     * Returns what stands neither in the line that `text` replaces, nor in the order, nor in `of`.
     */
    strangeIn(text: string, line: string, of: Fact[]): string[] {
      return marks(openWitness([line, ...ordered, ...of.flatMap(factTextsOf)]), {
        text,
        sum: null,
      });
    },
    /** A line needs no source when it is heard again. */
    know: witness.know,
    learn: (facts: Fact[]) => facts.flatMap(factTextsOf).forEach(witness.know),
  };
}

const factTextsOf = ({ text, quote, paragraph, from }: Fact) => [text, quote, paragraph, from];

/** Names and years may be from anywhere: a fact says who "she" is, and when "that spring" was. */
export function strangeInFact(
  { text, quote, paragraph }: Pick<Fact, 'text' | 'quote' | 'paragraph'>,
  source: Pick<SourceText, 'title' | 'site' | 'text' | 'document'>,
  spec: ScriptSpec,
): string[] {
  const from = `${source.title} ${source.site ?? ''}`;
  const own = { ...spec, facts: [] };
  const words = `${quote} ${paragraph} ${from}`;
  const marks = openMarker(own, words, []).marksIn({ text, sum: null });
  const { document = source.text } = source;
  const isElsewhere = (mark: string) =>
    (/^\p{Lu}/u.test(mark) || /^[12]\d{3}$/.test(mark)) &&
    mark.split(/\s+/).every((word) => document.includes(word.replace(/['’]s?$/, '')));
  return marks.filter((mark) => !isElsewhere(mark));
}
