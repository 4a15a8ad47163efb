import type { ScriptLine, Speaker } from '#shared/script.ts';
import type { ProviderFailure } from '../provider.ts';
import { lineAcceptor } from './acceptLines.ts';
import { declines } from './cleanText.ts';
import { broken, failureOf, NothingNew, rejected } from './failures.ts';
import { scanLines } from './lines.ts';
import type { Model } from './model.ts';
import { type Question, sectionQuestion, systemPrompt } from './prompts.ts';
import { pauseAfter, type RetryPolicy, triesAgain } from './retry.ts';
import type { SectionBrief } from './script.ts';

/** Fewer words than this are not worth a request; a goodbye is always made. */
const LEAST_WORDS = 4;
const LEAST_GOODBYE = 15;
/** Less than one turn of a talk. */
const FEW_WORDS = 25;
/** A section that came this near to its words before it was cut is long enough. */
const ENOUGH = 0.9;
/** Past this many times its words, a model has lost count and is not listened to any longer. */
const TOO_MUCH = 2;
/** Requests for one section, however many of them got somewhere. */
const MOST_REQUESTS = 8;
/** What is said after a refusal has to be more than its excuses to count as the section after all. */
const EXCUSES = 40;
/** Characters of an answer that are looked at when it turns out to hold no line. */
const HEAD = 600;

/**
 * Gives the lines of a section as they are written. A stream that breaks is gone on with from its
 * last line; trouble that brings no line counts against `patience.attempts`. Throws
 * `ProviderFailure` after whatever lines there were.
 */
export async function* writeLines(
  model: Model,
  brief: SectionBrief,
  patience: RetryPolicy,
  signal: AbortSignal,
): AsyncGenerator<ScriptLine, void> {
  if (brief.place !== 'closing' && brief.words < LEAST_WORDS) return;
  const wanted = brief.place === 'closing' ? Math.max(LEAST_GOODBYE, brief.words) : brief.words;
  const context = { hosts: { A: brief.hostA, B: brief.hostB }, place: brief.place };
  const accept = lineAcceptor(context, brief.soFar, systemPrompt(brief));
  const given: ScriptLine[] = [];
  let fruitless = 0;
  let declined = 0;
  let reason: string | null = null;

  for (let request = 1; ; request++) {
    const before = given.length;
    const left = Math.max(LEAST_GOODBYE, wanted - countWords(given));
    const question = sectionQuestion(brief, left, [...brief.soFar, ...given], reason);
    try {
      for await (const line of acceptStream(model, question, accept, context.hosts, signal)) {
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
      if (failure.trouble === 'rejected') declined++;
      reason = failure instanceof NothingNew ? 'all of it had been said before' : null;
      const isOver = fruitless >= patience.attempts || request >= MOST_REQUESTS;
      if (isOver && isSaidOut(brief, failure)) return;
      if (isOver || !triesAgain(failure, declined)) throw failure;
      await pauseAfter(failure, Math.max(1, fruitless), patience, signal);
    }
  }
}

/**
 * The lines of one answer that are spoken. One that ends before its JSON does is broken; one that
 * ends with a refusal is rejected. After an answer that begins with one nothing is given until more
 * has come than a model's excuses would be.
 */
async function* acceptStream(
  model: Model,
  question: Question,
  accept: ReturnType<typeof lineAcceptor>,
  hosts: Record<Speaker, string>,
  signal: AbortSignal,
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  let head = '';
  let isRefused = false;
  let hasSpoken = false;
  let withheld: ScriptLine[] | null = null;
  for await (const piece of model.listen(question, signal)) {
    if (head.length < HEAD) head += piece;
    for (const raw of scanner.push(piece)) {
      if (declines(raw.text, hosts, !hasSpoken)) {
        isRefused = true;
        if (!hasSpoken) withheld ??= [];
        continue;
      }
      let lines = accept(raw);
      if (withheld) {
        withheld.push(...lines);
        if (countWords(withheld) <= EXCUSES) continue;
        lines = withheld;
        withheld = null;
      }
      if (lines.length) [hasSpoken, isRefused] = [true, false];
      yield* lines;
    }
  }
  if (isRefused || (!scanner.found && declines(head.slice(0, HEAD), hosts))) {
    throw rejected('the model declined');
  }
  if (!scanner.closed) throw broken('the answer is no script');
  if (scanner.found && !hasSpoken) throw new NothingNew();
}

/**
 * Enough was said: a model that goes on repeating itself has no more to say here, and one that gives
 * no line where few words were asked for may mean just that. The sections to come take the minutes.
 */
function isSaidOut({ place, words }: SectionBrief, failure: ProviderFailure): boolean {
  if (place !== 'middle') return false;
  return failure instanceof NothingNew || (words < FEW_WORDS && failure.trouble === 'broken');
}

/** A goodbye is only long enough when nothing of it is missing. */
function isLongEnough(
  brief: SectionBrief,
  given: ScriptLine[],
  wanted: number,
  failure: ProviderFailure,
): boolean {
  const share = brief.place === 'closing' ? 1 : ENOUGH;
  const mayPass = failure.passing || failure.trouble === 'rejected';
  return mayPass && given.length > 0 && countWords(given) >= wanted * share;
}

function countWords(lines: ScriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
