import { evidenceOf } from './evidence.ts';
import { statedIn } from './statements.ts';
import { type Fault, faultOf } from './support.ts';

/** A number, date, unit or name of a spoken line. */
export interface Particular {
  kind: Fault;
  /** As it stands in the line. */
  words: string;
}

/**
 * The particulars of a spoken line that stand in none of `quotes` (verbatim words of sources) nor in
 * `known` (hosts' names, topic, questions, titles, sites and dates of the sources). Never throws; takes
 * time in proportion to the texts.
 */
export function unsupportedIn({
  text,
  quotes,
  known,
}: {
  text: string;
  quotes: string[];
  known: string[];
}): Particular[] {
  const evidence = evidenceOf([...quotes, ...known]);
  return statedIn(text).flatMap((statement) => {
    const kind = faultOf(statement, evidence);
    return kind ? [{ kind, words: statement.words }] : [];
  });
}

/** The particulars of a line beyond `known`: its figures, dates, units and names. */
export function particularsIn(text: string, known: string[]): Particular[] {
  return unsupportedIn({ text, quotes: [], known });
}
