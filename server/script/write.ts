import type { ScriptLine } from '#shared/script.ts';
import type { ProviderFailure } from '../provider.ts';
import { cleaner } from './clean.ts';
import { broken, failureOf } from './failures.ts';
import { scanLines } from './lines.ts';
import type { Model } from './model.ts';
import { type Patience, pauseAfter, triesAgain } from './patience.ts';
import { sectionQuestion } from './prompts.ts';
import type { SectionBrief } from './script.ts';

/** Fewer words than this are not worth a request; a goodbye is always made. */
const LEAST_WORDS = 4;
const LEAST_GOODBYE = 15;
/** A section that came this near to its words before it was cut is long enough. */
const ENOUGH = 0.9;
/** Past this many times its words, a model has lost count and is not listened to any longer. */
const TOO_MUCH = 2;
/** Requests for one section, however many of them got somewhere. */
const MOST_REQUESTS = 8;
/** Earlier lines that the model is shown. */
const REMEMBERED = 24;

/**
 * Gives the lines of a section as they are written. A stream that breaks is gone on with from its
 * last line; trouble that brings no line counts against `patience.attempts`. Throws
 * `ProviderFailure` after whatever lines there were.
 */
export async function* writeLines(
  model: Model,
  brief: SectionBrief,
  patience: Patience,
  signal: AbortSignal,
): AsyncGenerator<ScriptLine, void> {
  if (brief.place !== 'closing' && brief.words < LEAST_WORDS) return;
  const wanted = brief.place === 'closing' ? Math.max(LEAST_GOODBYE, brief.words) : brief.words;
  const room = { hosts: { A: brief.hostA, B: brief.hostB }, place: brief.place };
  const clean = cleaner(room, brief.soFar.at(-1));
  const given: ScriptLine[] = [];
  let fruitless = 0;

  for (let request = 1; ; request++) {
    const before = given.length;
    const left = Math.max(LEAST_GOODBYE, wanted - countWords(given));
    const soFar = [...brief.soFar, ...given].slice(-REMEMBERED);
    try {
      for await (const line of hear(model, sectionQuestion(brief, left, soFar), clean, signal)) {
        given.push(line);
        yield line;
        if (countWords(given) > wanted * TOO_MUCH + 60) return;
      }
      if (given.length > before) return;
      throw broken('the answer holds no line');
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (isLongEnough(brief, given, wanted, failure)) return;
      fruitless = given.length > before ? 0 : fruitless + 1;
      const isOver = fruitless >= patience.attempts || request >= MOST_REQUESTS;
      if (isOver || !triesAgain(failure, request)) throw failure;
      await pauseAfter(failure, Math.max(1, fruitless), patience, signal);
    }
  }
}

/** The cleaned lines of one answer; one that ends before its JSON does is broken. */
async function* hear(
  model: Model,
  question: ReturnType<typeof sectionQuestion>,
  clean: ReturnType<typeof cleaner>,
  signal: AbortSignal,
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  for await (const piece of model.listen(question, signal)) {
    for (const raw of scanner.push(piece)) yield* clean(raw);
  }
  if (!scanner.closed) throw broken('the answer is no script');
}

/** A goodbye is only long enough when nothing of it is missing. */
function isLongEnough(
  brief: SectionBrief,
  given: ScriptLine[],
  wanted: number,
  failure: ProviderFailure,
): boolean {
  const share = brief.place === 'closing' ? 1 : ENOUGH;
  return failure.passing && given.length > 0 && countWords(given) >= wanted * share;
}

function countWords(lines: ScriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
