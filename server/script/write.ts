import type { ScriptLine, Speaker } from '#shared/script.ts';
import { broken, failureOf, NothingNew, rejected } from '../openai/failures.ts';
import { ProviderFailure } from '../provider.ts';
import { pauseAfter } from '../retry.ts';
import { lineAcceptor } from './acceptLines.ts';
import { asks } from './asks.ts';
import { declines, mayBeChatter, saysGoodbye } from './cleanText.ts';
import { type RawLine, scanLines } from './lines.ts';
import { type Again, sectionQuestion, systemPrompt } from './prompts.ts';
import type { Reader } from './readings.ts';
import { sentencesOf } from './repetition.ts';
import type { SectionSpec } from './script.ts';

/** Fewer words than this are not worth a request; a goodbye is always written. */
const LEAST_WORDS = 4;
const LEAST_GOODBYE = 15;
/** Less than one turn of a conversation. */
const FEW_WORDS = 25;
/** A section that was cut is long enough from this share of its words on. */
const ENOUGH = 0.9;
/** What ends like a refusal may be a host's word: from this share on the section is good. */
const ENOUGH_DECLINED = 0.6;
/** A model that writes more than this many times the words asked for is cut off, but not at a question. */
const TOO_MUCH = 2;
/** Requests for one section, successful or not. */
const MOST_REQUESTS = 8;
/** After a refusal, this many words have to follow before they count as the section. */
const EXCUSES = 40;
/** Characters of an answer without lines that are searched for a refusal. */
const HEAD = 600;

/**
 * Yields the lines of a section as they are written. After a broken stream the next request continues
 * from the last line; requests that bring no line count against `policy.attempts`. A section ends early
 * when the model has nothing new to say twice in a row. A closing always has a goodbye. Throws
 * `ProviderFailure` after the lines that did arrive.
 */
export async function* writeLines(
  reader: Reader,
  spec: SectionSpec,
): AsyncGenerator<ScriptLine, void> {
  if (spec.place === 'closing') yield* writeClosing(reader, spec);
  else if (spec.words >= LEAST_WORDS) yield* writeTurns(reader, spec);
}

/** A model that forgets the goodbye is asked for it once; then it is said in our words. */
async function* writeClosing(reader: Reader, spec: SectionSpec): AsyncGenerator<ScriptLine, void> {
  const given: ScriptLine[] = [];
  const isSaid = () => given.flatMap(({ text }) => sentencesOf(text)).some(saysGoodbye);
  for (const again of [null, 'goodbye'] as const) {
    if (isSaid()) return;
    const words = again ? LEAST_GOODBYE : Math.max(LEAST_GOODBYE, spec.words);
    const rest = { ...spec, words, soFar: [...spec.soFar, ...given] };
    try {
      for await (const line of writeTurns(reader, rest, again)) {
        given.push(line);
        yield line;
      }
    } catch (error) {
      // The attempt may have been stopped by another provider's failure.
      reader.signal.throwIfAborted();
      // An episode that has been spoken up to here does not fail for its goodbye.
      if (!(error instanceof ProviderFailure) || !/rejected|broken/.test(error.trouble))
        throw error;
    }
  }
  if (!isSaid()) yield* ownGoodbye(given.at(-1) ?? spec.soFar.at(-1));
}

function ownGoodbye(before: ScriptLine | undefined): ScriptLine[] {
  const [first, second]: Speaker[] = before?.speaker === 'A' ? ['B', 'A'] : ['A', 'B'];
  return [
    { speaker: first ?? 'A', text: "That's where we leave it. Thanks for listening, and goodbye." },
    { speaker: second ?? 'B', text: 'Goodbye.' },
  ];
}

async function* writeTurns(
  { model, policy, signal }: Reader,
  spec: SectionSpec,
  reason: Again | null = null,
): AsyncGenerator<ScriptLine, void> {
  const wanted = spec.words;
  const context = { hosts: { A: spec.hostA, B: spec.hostB }, place: spec.place };
  const accept = lineAcceptor(context, spec.soFar, systemPrompt(spec));
  const given: ScriptLine[] = [];
  let again = reason;
  let fruitless = 0;
  let declined = 0;

  for (let request = 1; ; request++) {
    const before = given.length;
    const left = Math.max(LEAST_GOODBYE, wanted - countWords(given));
    const question = sectionQuestion(spec, left, [...spec.soFar, ...given], again);
    try {
      const stream = model.stream(question, signal);
      for await (const line of acceptStream(stream, accept, context.hosts)) {
        given.push(line);
        yield line;
        if (countWords(given) > wanted * TOO_MUCH + 60 && !asks(line)) return;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(error);
      if (isLongEnough(given, wanted, failure)) return;
      fruitless = given.length > before ? 0 : fruitless + 1;
      if (fruitless > 1 && isSaidOut(spec, given, failure)) return;
      again = failure instanceof NothingNew ? 'repeated' : reason;
      const count = failure.trouble === 'rejected' ? ++declined : fruitless;
      const most = policy.attempts[failure.trouble] ?? 0;
      const isOver = count >= most || request >= MOST_REQUESTS;
      if (isOver && isDispensable(spec, failure)) return;
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
  if (!head.trim()) throw new NothingNew();
  if (!scanner.closed) throw broken('the answer is not a script');
  if (!hasSpoken) throw new NothingNew();
}

/** Whether the model has nothing more to say here. An episode has to begin with something. */
function isSaidOut(spec: SectionSpec, given: ScriptLine[], failure: ProviderFailure): boolean {
  return failure instanceof NothingNew && spec.soFar.length + given.length > 0;
}

/** Later lines get the time of a few words that did not come. */
function isDispensable({ place, words }: SectionSpec, { trouble }: ProviderFailure): boolean {
  return place === 'middle' && words < FEW_WORDS && trouble === 'broken';
}

function isLongEnough(given: ScriptLine[], wanted: number, failure: ProviderFailure): boolean {
  const isDeclined = failure.trouble === 'rejected';
  const mayPass = failure.passing || isDeclined;
  const share = isDeclined ? ENOUGH_DECLINED : ENOUGH;
  return mayPass && given.length > 0 && countWords(given) >= wanted * share;
}

function countWords(lines: ScriptLine[]): number {
  return lines.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0);
}
