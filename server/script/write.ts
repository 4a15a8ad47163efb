import type { ScriptLine, Speaker } from '#shared/script.ts';
import type { ProviderFailure } from '../provider.ts';
import { pauseAfter, type RetryPolicy } from '../retry.ts';
import { lineAcceptor } from './acceptLines.ts';
import { declines, mayBeChatter } from './cleanText.ts';
import { broken, failureOf, NothingNew, rejected } from './failures.ts';
import { type RawLine, scanLines } from './lines.ts';
import type { Model } from './model.ts';
import { sectionQuestion, systemPrompt } from './prompts.ts';
import type { SectionBrief } from './script.ts';

/** Fewer words than this are not worth a request; a goodbye is always written. */
const LEAST_WORDS = 4;
const LEAST_GOODBYE = 15;
/** Less than one turn of a conversation. */
const FEW_WORDS = 25;
/** A section that was cut is long enough from this share of its words on. */
const ENOUGH = 0.9;
/** What ends like a refusal may be a host's word: from this share on the section is good. */
const ENOUGH_DECLINED = 0.6;
/** A model that writes more than this many times the words asked for is cut off. */
const TOO_MUCH = 2;
/** Requests for one section, successful or not. */
const MOST_REQUESTS = 8;
/** After a refusal, this many words have to follow before they count as the section. */
const EXCUSES = 40;
/** Characters of an answer without lines that are searched for a refusal. */
const HEAD = 600;

/**
 * Yields the lines of a section as they are written. After a broken stream the next request continues
 * from the last line; requests that bring no line count against `policy.attempts`. Throws
 * `ProviderFailure` after the lines that did arrive.
 */
export async function* writeLines(
  model: Model,
  brief: SectionBrief,
  policy: RetryPolicy,
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
      const stream = model.stream(question, signal);
      for await (const line of acceptStream(stream, accept, context.hosts)) {
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
      reason = failure instanceof NothingNew ? 'all of it had been said before' : null;
      const count = failure.trouble === 'rejected' ? ++declined : fruitless;
      const most = policy.attempts[failure.trouble] ?? 0;
      const isOver = count >= most || request >= MOST_REQUESTS;
      if (isOver && isSaidOut(brief, failure)) return;
      if (isOver) throw failure;
      await pauseAfter(failure, Math.max(1, fruitless), policy, signal);
    }
  }
}

/**
 * The accepted lines of one answer. An answer cut within its JSON is `broken`; one that ends with a
 * refusal is `rejected`. When it begins with a refusal, nothing is yielded until there is more text
 * than a model's excuses would take. In between, a line that looks like either is a host's.
 */
async function* acceptStream(
  stream: AsyncIterable<string>,
  accept: ReturnType<typeof lineAcceptor>,
  hosts: Record<Speaker, string>,
): AsyncGenerator<ScriptLine, void> {
  const scanner = scanLines();
  let head = '';
  let isRefused = false;
  let hasSpoken = false;
  let withheld: ScriptLine[] | null = null;
  /** Looks like chatter, and is if no line follows. */
  let doubtful: RawLine | null = null;
  for await (const piece of stream) {
    if (head.length < HEAD) head += piece;
    for (const raw of scanner.push(piece)) {
      if (doubtful) yield* accept(doubtful);
      doubtful = null;
      if (hasSpoken && mayBeChatter(raw.text, hosts)) {
        doubtful = raw;
        continue;
      }
      if (!hasSpoken && declines(raw.text, hosts, true)) {
        isRefused = true;
        withheld ??= [];
      }
      let lines = accept({ ...raw, isEdge: !hasSpoken });
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
  if (doubtful) {
    yield* accept({ ...doubtful, isEdge: true });
    isRefused = declines(doubtful.text, hosts);
  }
  if (isRefused || (!scanner.found && declines(head.slice(0, HEAD), hosts))) {
    throw rejected('the model declined');
  }
  if (!scanner.closed) throw broken('the answer is not a script');
  if (!hasSpoken) throw new NothingNew();
}

/**
 * Whether the model has nothing more to say here: it only repeats itself, or wrote no line when few
 * words were asked for. Later sections then get the time.
 */
function isSaidOut({ place, words }: SectionBrief, failure: ProviderFailure): boolean {
  if (place !== 'middle') return false;
  return failure instanceof NothingNew || (words < FEW_WORDS && failure.trouble === 'broken');
}

/** A goodbye must have all of its words, unless the model declined to go on. */
function isLongEnough(
  brief: SectionBrief,
  given: ScriptLine[],
  wanted: number,
  failure: ProviderFailure,
): boolean {
  const isDeclined = failure.trouble === 'rejected';
  const share = isDeclined ? ENOUGH_DECLINED : brief.place === 'closing' ? 1 : ENOUGH;
  const mayPass = failure.passing || isDeclined;
  return mayPass && given.length > 0 && countWords(given) >= wanted * share;
}

function countWords(lines: ScriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
