import type { ScriptLine } from '#shared/script.ts';
import { log } from '../../base/kit/log.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { broken } from '../../writing/model/modelFailures.ts';
import type { Judgment, Reading } from '../../writing/script/scriptWriter.ts';
import { OWN_GOODBYE } from '../../writing/writer/write.ts';
import type { ReadingRun } from '../run/episodeRun.ts';
import { isOfOthers } from '../run/failureCause.ts';
import { exchangesOf } from './exchanges.ts';
import { openMarker } from './markLines.ts';
import { type Change, type Judged, openSettler } from './settleExchange.ts';

/** How long the first lines of an episode wait for their reader, ms. */
const FIRST_DEADLINE = 2_500;
/** All others wait at least this long, ms: longer if they hold many statements and marks. */
const LEAST_DEADLINE = 8_000;
const PATIENCE = 3;
/** Earlier lines that the reader sees. */
const BEFORE = 12;
/** A reader that objects to more lines than both of these is not believed. */
const MOST_WRONG = { share: 0.5, lines: 4 };

export interface Piece {
  rows: LineRow[];
  place: Reading['place'];
  /** What was said before, one sentence for each section. */
  earlier: string[];
  /** Numbers of facts that may carry the lines, besides those that the lines name. */
  facts: number[];
  /** Takes the place of the first exchange where that must not be left out; else null. */
  instead: string | null;
  /** Texts that are shown of the episode, read after the lines. */
  shown: string[];
  /** Milliseconds in which one line was written. */
  pace: number;
}

/**
 * Reads pieces in script order, and yields each line once its exchange is read and logged. Where no
 * reader answers in time, code decides by its marks.
 */
export function openLineReader(
  run: ReadingRun,
  said: LineRow[],
  { onChange, show }: { onChange?(change: Change): void; show(texts: string[]): Promise<void> },
) {
  const { work, spec, writer, episodeLog, signal } = run;
  const marker = openMarker(spec, work.podcast.title, said);
  const settler = openSettler(run, marker);
  const before: ScriptLine[] = [...said];
  const trust = { read: 0, wrong: 0 };

  function ask(piece: Piece, marks: string[][]) {
    const { rows, place, earlier, facts, shown } = piece;
    const lines = rows.map((row, at) => ({ ...row, marks: marks[at] ?? [] }));
    const reading = { place, lines, before: before.slice(-BEFORE), earlier, facts, shown };
    const isFirst = !before.length;
    const statements = rows.filter(({ basis }) => basis === 'fact' || basis === 'inference');
    const expected = PATIENCE * piece.pace * (statements.length + marks.flat().length + 1);
    const deadline = isFirst ? FIRST_DEADLINE : Math.max(LEAST_DEADLINE, expected);
    const within = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(deadline))]);
    const judgments = writer.read(spec, reading, within)[Symbol.asyncIterator]();
    const found = new Map<number, Judgment>();
    let passed = 0;
    let isOver = false;

    async function next(): Promise<void> {
      try {
        const { value, done } = await unlessAborted(judgments.next(), within);
        if (done) {
          trust.read += rows.length + shown.length - passed;
          passed = Number.POSITIVE_INFINITY;
          return;
        }
        trust.read += value.line + 1 - passed;
        if (value.finding === 'wrong') trust.wrong++;
        if (trust.wrong > Math.max(MOST_WRONG.lines, trust.read * MOST_WRONG.share)) {
          throw broken('the reader objects to most of the lines');
        }
        found.set(value.line, value);
        passed = value.line + 1;
      } catch (error) {
        signal.throwIfAborted();
        if (!isOfOthers(error) && !within.aborted) throw error;
        log.warn({ podcast: work.podcast.id, err: error, passed }, 'lines were not read');
        isOver = true;
      }
    }
    // The reader is heard at its own pace: slow voices must not make it late.
    let arrival = Promise.withResolvers<void>();
    const listening = (async () => {
      while (passed < Number.POSITIVE_INFINITY && !isOver) {
        await next();
        arrival.resolve();
        arrival = Promise.withResolvers();
      }
    })();
    listening.catch(() => {});
    return {
      /** Null where the line stands, undefined where nobody has read it. */
      async on(line: number): Promise<Judgment | null | undefined> {
        while (passed <= line && !isOver) await Promise.race([arrival.promise, listening]);
        return found.get(line) ?? (passed > line ? null : undefined);
      },
      close: () => judgments.return?.(),
    };
  }

  return {
    learn: marker.learn,
    async *read(piece: Piece): AsyncGenerator<LineRow> {
      const { rows } = piece;
      const marks = rows.map((row) => marker.marksIn(row));
      const reader = ask(piece, marks);
      try {
        let at = 0;
        for (const exchange of exchangesOf(rows)) {
          const judged: Judged[] = [];
          for (const row of exchange) {
            const judgment = await reader.on(at);
            judged.push({ row, marks: marks[at] ?? [], judgment });
            at++;
          }
          const isEnd = piece.place === 'closing' && exchange.at(-1) === rows.at(-1);
          const instead = exchange[0] === rows[0] ? piece.instead : isEnd ? OWN_GOODBYE : null;
          const settled = await settler.settle(judged, { before, instead });
          await episodeLog.recordRead(work, settled.log);
          for (const change of settled.changes) onChange?.(change);
          before.push(...settled.rows);
          yield* settled.rows;
        }
        const shown: string[] = [];
        for (const [index, text] of piece.shown.entries()) {
          const judgment = await reader.on(rows.length + index);
          shown.push((judgment && (await settler.wordsFor(text, judgment))) || text);
        }
        if (shown.length) await show(shown);
      } finally {
        await reader.close();
      }
    },
  };
}
