import type { ScriptLine } from '#shared/script.ts';
import { log } from '../../base/kit/log.ts';
import type { ReadLines } from '../../episodes/log/episodeLog.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { findQuote } from '../../reading/web/quotes.ts';
import { isEnglish } from '../../writing/model/watch.ts';
import { asks } from '../../writing/script/asks.ts';
import { countWords } from '../../writing/script/countWords.ts';
import type { Fact, Judgment } from '../../writing/script/scriptWriter.ts';
import { isGoodbye } from '../../writing/writer/write.ts';
import type { ReadingRun } from '../run/episodeRun.ts';
import { isOfOthers } from '../run/failureCause.ts';
import type { Marker } from './markLines.ts';

/** How long the writer may look for other words, ms. */
const DEADLINE = 8_000;
/** Earlier lines that the writer sees. */
const AROUND = 6;
/** Most words of what takes a line's place. */
const longest = (words: number) => 2 * words + 10;

/** A line that is not spoken as it was written; `is` is null for one that is left out. */
export interface Change {
  was: LineRow;
  is: LineRow | null;
}

/** `judgment` is null if the line stands, undefined if nobody has read it. */
export interface Judged {
  row: LineRow;
  marks: string[];
  judgment: Judgment | null | undefined;
}

interface Settled {
  rows: LineRow[];
  log: ReadLines;
  changes: Change[];
}

type Offer = Map<number, LineRow>;

/**
 * What stands is spoken as written. Anything else is replaced by what the reader says, else by its
 * first untold fact, else by the writer; if nothing fits, the whole exchange is left out.
 */
export function openSettler(run: ReadingRun, marker: Marker) {
  const { work, spec, writer, moderator, signal } = run;
  const usedFacts = new Set<number>();
  const factsOf = (numbers: number[]) =>
    numbers.flatMap((number) => (spec.facts ?? []).filter((fact) => fact.number === number));

  /** Returns the line as it may be spoken; null if it needs other words. */
  function standing({ row, marks, judgment }: Judged): LineRow | null {
    if (judgment === undefined) return marks.length && states(row) ? null : row;
    if (judgment === null) return row;
    return judgment.finding === 'wrong' ? null : withReceipt(row, judgment, marks);
  }

  /** Adds the source's words to a line that they carry. A question or small talk gets none. */
  function withReceipt(row: LineRow, judgment: Judgment, marks: string[]): LineRow {
    const { finding, words } = judgment;
    if (finding === 'opinion') return { ...row, basis: row.basis && 'opinion' };
    const named = factsOf(judgment.facts.length ? judgment.facts : row.facts);
    const holds = ({ quote, paragraph }: Fact) =>
      findQuote(quote, words) ?? findQuote(paragraph, words);
    const carrier = named.find(holds);
    // What is marked stands in no source, so none can carry it as it is.
    const isCarried =
      finding !== 'idiom' && finding !== 'count' && !(finding === 'stands' && marks.length);
    if (!carrier || !isCarried || asks(row)) return row;
    const others = named.filter((fact) => fact !== carrier);
    return {
      ...row,
      basis: finding === 'stands' ? 'fact' : 'inference',
      facts: [carrier, ...others].map(({ number }) => number),
      sourceWords: holds(carrier),
    };
  }

  async function admitted(exchange: Judged[], offer: Offer, isStrange: IsStrange): Promise<Offer> {
    const fitting = [...offer].filter(([at, { text, facts }]) => {
      const row = exchange[at]?.row;
      if (!row || countWords([{ text }]) > longest(countWords([row]))) return false;
      if (isGoodbye(row) && !isGoodbye({ ...row, text })) return false;
      return text && !isStrange(text, row, factsOf([...facts, ...row.facts]));
    });
    const texts = fitting.map(([, { text }]) => text);
    const verdicts = texts.length ? await moderator.moderateEach(texts, signal) : [];
    return new Map(fitting.filter((_, index) => verdicts[index] !== 'refused'));
  }

  const saysOf = (exchange: Judged[], open: number[]): Offer =>
    offer(open, (at) => {
      const { row, judgment } = exchange[at] ?? {};
      if (!row || !judgment?.say) return null;
      const said = { ...row, text: judgment.say };
      return withReceipt(said, { ...judgment, finding: carriedAs(row) }, []);
    });

  const factsSaid = (exchange: Judged[], open: number[]): Offer =>
    offer(open, (at) => {
      const row = exchange[at]?.row;
      const fact = factsOf(row?.facts ?? []).find(({ number }) => !usedFacts.has(number));
      // A fact may be its quote, in its source's language.
      if (!row || !fact || !isEnglish(fact.text)) return null;
      usedFacts.add(fact.number);
      return { ...row, text: fact.text, basis: 'fact', facts: [fact.number] };
    });

  async function rewritten(
    exchange: Judged[],
    open: number[],
    before: ScriptLine[],
  ): Promise<Offer> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
    const why = { unsupported: open.map((at) => exchange[at]?.marks.join(', ') || 'it is wrong') };
    const lines = exchange.map(({ row }) => row);
    const asked = { before: before.slice(-AROUND), lines, refused: open, why };
    const words = await writer.rewrite(spec, asked, within).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isOfOthers(error) && !within.aborted) throw error;
      log.warn({ podcast: work.podcast.id, err: error }, 'marked lines got no other words');
      return new Map<number, string>();
    });
    return offer(open, (at) => {
      const [row, text] = [exchange[at]?.row, words.get(at)];
      return row && text ? { ...row, text } : null;
    });
  }

  return {
    /** `instead` takes the place of an exchange that must not be left out; null if it may be. */
    async settle(
      exchange: Judged[],
      { before, instead }: { before: ScriptLine[]; instead: string | null },
    ): Promise<Settled> {
      const spoken = exchange.map(standing);
      const open = () => spoken.flatMap((row, at) => (row ? [] : [at]));
      // The line under a reaction may be in the piece before.
      const talk = exchange.filter(({ row }) => !row.isOver);
      const isGone = talk.length > 0 && talk.every(({ judgment }) => isRemoved(judgment));
      const take = async (offered: Offer, isStrange: IsStrange) => {
        for (const [at, row] of await admitted(exchange, offered, isStrange)) spoken[at] = row;
      };
      if (!isGone && open().length) {
        await take(
          saysOf(exchange, open()),
          (text, row, facts) => marker.strangeIn(text, row.text, facts).length > 0,
        );
        if (open().length) await take(factsSaid(exchange, open()), () => false);
        if (open().length) {
          const words = await rewritten(exchange, open(), before);
          await take(words, (text) => marker.marksIn({ text, sum: null }).length > 0);
        }
      }
      const isWhole = !isGone && !open().length;
      const kept = isWhole ? spoken.filter((row) => row !== null) : beginning(exchange, instead);
      return settled(exchange, kept);
    },

    /** Returns what to show instead of a title or summary; null if nothing is better. */
    async wordsFor(text: string, { say, facts, finding }: Judgment): Promise<string | null> {
      if (
        finding !== 'wrong' ||
        !say ||
        countWords([{ text: say }]) > longest(countWords([{ text }]))
      )
        return null;
      if (marker.strangeIn(say, text, factsOf(facts)).length) return null;
      const [verdict] = await moderator.moderateEach([say], signal);
      return verdict === 'refused' ? null : say;
    },
  };

  function settled(exchange: Judged[], rows: LineRow[]): Settled {
    const changes: Change[] = [];
    const counts = { rewritten: 0, unread: 0 };
    const leftOut: number[] = [];
    for (const { row, judgment } of exchange) {
      const is = rows.find(({ position }) => position === row.position) ?? null;
      if (is?.text !== row.text) changes.push({ was: row, is });
      if (!is) leftOut.push(row.position);
      else if (is.text !== row.text) counts.rewritten++;
      const wasRead = judgment === null || is?.text === (judgment?.say ?? row.text);
      if (is && (judgment === undefined || !wasRead)) counts.unread++;
      if (is && states(is)) for (const fact of is.facts) usedFacts.add(fact);
      const isTalk = judgment && /^(?:idiom|count|rounding|rest)$/.test(judgment.finding);
      if (is?.sourceWords || isTalk) marker.know(is?.text ?? '');
    }
    if (changes.length) {
      const shown = changes.map(({ was, is }) => ({ was: was.text, is: is?.text ?? null }));
      log.info({ podcast: work.podcast.id, changes: shown }, 'lines are spoken otherwise');
    }
    return {
      rows: rows.map((row) => ({ ...row, state: 'read' })),
      log: { read: rows, leftOut, counts },
      changes,
    };
  }
}

type IsStrange = (text: string, row: LineRow, facts: Fact[]) => boolean;

const states = ({ basis }: Pick<LineRow, 'basis'>) => basis === 'fact' || basis === 'inference';
const isRemoved = (judgment: Judged['judgment']) =>
  judgment?.finding === 'wrong' && judgment.say === null;
/** A replacement rests on its sources as the line did. */
const carriedAs = ({ basis }: LineRow) => (basis === 'fact' ? 'stands' : 'follows');

function offer(open: number[], lineFor: (at: number) => LineRow | null): Offer {
  const lines = open.flatMap((at): [number, LineRow][] => {
    const line = lineFor(at);
    return line ? [[at, line]] : [];
  });
  return new Map(lines);
}

function beginning([first]: Judged[], instead: string | null): LineRow[] {
  if (!first || instead === null) return [];
  return [
    { ...first.row, text: instead, basis: first.row.basis && 'none', facts: [], isOver: false },
  ];
}
