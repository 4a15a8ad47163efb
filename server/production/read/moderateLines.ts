import { setTimeout as pause } from 'node:timers/promises';
import type { ScriptLine } from '#shared/script.ts';
import { log } from '../../base/kit/log.ts';
import type { LineRow } from '../../episodes/log/lease.ts';
import { rejected } from '../../writing/model/modelFailures.ts';
import { asks } from '../../writing/script/asks.ts';
import type { LineModerator } from '../../writing/script/scriptWriter.ts';
import type { ReadingRun } from '../run/episodeRun.ts';
import { isOfOthers } from '../run/failureCause.ts';

/** The first line goes alone, so that speech starts only one call later. */
const SIZES = [1, 8];
/** How long a batch waits for more lines, ms: less than it takes to speak one. */
const LINGER = 250;
/** The first lines of an episode, about as many as a cold open has. The rest follows from them. */
const OPENING = 6;
/** A section that loses a larger share of its lines is not worth hearing. */
const MOST_REFUSED = 0.2;
/** Earlier lines that the writer sees around a refused one. */
const AROUND = 6;
/** How long the writer may look for other words, ms; after that there are none. */
const DEADLINE = 20_000;

/**
 * Moderates lines before they are logged: what is refused is neither counted as time nor spoken. A
 * refused line is rewritten once; if that fails, its exchange is left out. Throws the order's own
 * `ProviderFailure` where nothing can be left out: for heading and opening, and for more than a
 * fifth of a section.
 */
export function openLineModerator(run: ReadingRun, heading: () => string[]) {
  const { work, spec, writer, moderator, episodeLog, signal } = run;
  let hidden: typeof heading | null = heading;
  let { refused: counted = { rewritten: 0, cut: 0 } } = work.podcast.quality ?? {};
  /** Lost lines by section, since this attempt began. */
  const lost = new Map<number, { refused: number; cut: number }>();

  async function findRefused(texts: string[]): Promise<number[]> {
    const first = hidden?.() ?? [];
    hidden = null;
    const refused = await refusedOf(moderator, [...first, ...texts], signal);
    if (refused.some((index) => index < first.length)) throw notAllowed();
    return refused.map((index) => index - first.length);
  }

  async function admit(lines: ScriptLine[], earlier: ScriptLine[]) {
    const refused = await findRefused(lines.map(({ text }) => text));
    const others = await rewrite(lines, refused, earlier);
    return lines.map((line, at) => ({
      line: others.get(at) ?? line,
      isRefused: refused.includes(at) && !others.has(at),
      isRewritten: others.has(at),
    }));
  }

  async function rewrite(
    lines: ScriptLine[],
    refused: number[],
    earlier: ScriptLine[],
  ): Promise<Map<number, ScriptLine>> {
    if (!refused.length) return new Map();
    const within = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]);
    const before = earlier.slice(-AROUND);
    const exchange = { before, lines, refused, why: 'filter' as const };
    const words = await writer.rewrite(spec, exchange, within).catch((error: unknown) => {
      signal.throwIfAborted();
      if (!isOfOthers(error) && !within.aborted) throw error;
      log.warn({ podcast: work.podcast.id, err: error }, 'refused lines got no other words');
      return new Map<number, string>();
    });
    const found = [...words].flatMap(([at, text]): [number, ScriptLine][] => {
      const line = lines[at];
      return line ? [[at, { ...line, text }]] : [];
    });
    const texts = found.map(([, { text }]) => text);
    const verdicts = texts.length ? await moderator.moderateEach(texts, signal) : [];
    return new Map(found.filter((_, index) => verdicts[index] !== 'refused'));
  }

  async function count(rewritten: number, cut: number): Promise<void> {
    log.warn({ podcast: work.podcast.id, rewritten, cut }, 'moderation refused lines');
    counted = { rewritten: counted.rewritten + rewritten, cut: counted.cut + cut };
    await episodeLog.change(work, { quality: { ...work.podcast.quality, refused: counted } });
  }

  return {
    async *pass(
      lines: AsyncIterable<ScriptLine>,
      { section, soFar }: { section: number; soFar: ScriptLine[] },
    ): AsyncGenerator<ScriptLine> {
      const before = [...soFar];
      const judge = (batch: ScriptLine[], earlier: ScriptLine[]) =>
        admit(batch, [...before, ...earlier]);
      const sum = lost.get(section) ?? { refused: 0, cut: 0 };
      lost.set(section, sum);
      let position = before.length;
      /** Questions, with the reactions over them, that wait for the verdict on their answer. */
      let held: ScriptLine[] = [];
      /** Whether the line before was left out, and whether it asked what this one answers. */
      let [isCut, isAsked] = [false, false];
      for await (const { line, ...verdict } of inBatches(lines, SIZES, judge, LINGER)) {
        const isOpening = position++ < OPENING;
        if (verdict.isRefused) {
          if (isOpening) throw notAllowed();
          sum.refused++;
        }
        if (verdict.isRefused || isAsked || (isCut && line.isOver)) {
          sum.cut += held.length + 1;
          await count(0, held.length + 1);
          held = [];
          isCut = true;
          if (!line.isOver) isAsked = asks(line);
          continue;
        }
        if (verdict.isRewritten) await count(1, 0);
        isCut = false;
        held.push(line);
        // The opening loses no line, so that no question in it has to wait for its answer.
        const waits = position >= OPENING && (asks(line) || (held.length > 1 && line.isOver));
        if (!waits) yield* held.splice(0);
      }
      yield* held;
    },

    /** A crash or an older release may have logged lines unmoderated. Throws if one is refused. */
    async checkLogged(lines: LineRow[]): Promise<void> {
      const texts = lines.flatMap(({ state, text }) => (state === 'spoken' ? [] : [text]));
      if (texts.length && (await findRefused(texts)).length) throw notAllowed();
    },

    /** Throws when too much of a section was refused; `kept` of its lines are left. */
    checkLoss(section: number, kept: number): void {
      const { refused, cut } = lost.get(section) ?? { refused: 0, cut: 0 };
      if (refused > (kept + cut) * MOST_REFUSED) throw notAllowed();
    },
  };
}

/** Judges all texts as one first; if only that is refused, its borderline parts are. */
async function refusedOf(
  moderator: LineModerator,
  texts: string[],
  signal: AbortSignal,
): Promise<number[]> {
  if ((await moderator.moderate(texts.join('\n'), signal)) !== 'refused') return [];
  const verdicts = await moderator.moderateEach(texts, signal);
  const worst = verdicts.includes('refused') ? 'refused' : 'borderline';
  return verdicts.flatMap((verdict, index) => (verdict === worst ? [index] : []));
}

/** Throws the order's own `ProviderFailure`. Borderline texts pass: their topic was allowed. */
export async function admitTexts(
  moderator: LineModerator,
  texts: string[],
  signal: AbortSignal,
): Promise<void> {
  if ((await moderator.moderate(texts.join('\n'), signal)) === 'refused') throw notAllowed();
}

const notAllowed = () => rejected('moderation refuses what the hosts would say');

/**
 * Yields items in order, batch by batch, each changed by `work`, which also gets all earlier items
 * as they were read. The last of `sizes` holds for all further batches. A batch also closes once
 * its first item has waited for `linger` ms.
 */
export async function* inBatches<T, R = T>(
  source: AsyncIterable<T>,
  sizes: number[],
  work: (batch: T[], earlier: T[]) => Promise<R[]>,
  linger?: number,
): AsyncGenerator<R> {
  const iterator = source[Symbol.asyncIterator]();
  const earlier: T[] = [];
  const worked: Promise<R[]>[] = [];
  let batch: T[] = [];
  let late: Promise<'late'> | null = null;
  let count = 0;
  function close(): void {
    late = null;
    if (!batch.length) return;
    const result = work(batch, [...earlier]);
    // An error surfaces when its batch is handed on; until then it must not end the process.
    result.catch(() => {});
    worked.push(result);
    earlier.push(...batch);
    batch = [];
    count++;
  }

  let next: Promise<IteratorResult<T>> | null = iterator.next();
  try {
    while (next || worked.length) {
      const event = await Promise.race([
        ...(next === null ? [] : [next.then((item) => ({ item }))]),
        ...worked.slice(0, 1).map(async (first) => ({ items: await first })),
        ...(late === null ? [] : [late]),
      ]);
      if (event === 'late') close();
      else if ('items' in event) {
        worked.shift();
        yield* event.items;
      } else if (event.item.done) {
        next = null;
        close();
      } else {
        const isFirst = batch.push(event.item.value) === 1;
        if (isFirst && linger !== undefined) late = pause(linger, 'late' as const);
        if (batch.length >= (sizes[Math.min(count, sizes.length - 1)] ?? 1)) close();
        next = iterator.next();
      }
    }
  } finally {
    await iterator.return?.();
  }
}
