import type { ScriptLine, Speaker } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { type Reader, streamWithRetries } from '../model/asking.ts';
import { againAfter, isByOne, MOST_TURNS } from '../model/watch.ts';
import { AGAIN, sectionQuestion, systemPrompt } from '../prompts/prompts.ts';
import { lineAcceptor } from '../script/acceptLines.ts';
import { asks } from '../script/asks.ts';
import { saysGoodbye } from '../script/cleanLines.ts';
import { countWords } from '../script/countWords.ts';
import { sentencesOf } from '../script/repetition.ts';
import type { SectionSpec } from '../script/scriptWriter.ts';
import { acceptStream } from './acceptStream.ts';

/** Fewer words are not worth a request; a goodbye is always written. */
const LEAST_WORDS = 4;
const LEAST_GOODBYE = 15;
/** Less than one turn of a conversation. */
const FEW_WORDS = 25;
/** A section that was cut is long enough from this share of its words on. */
const ENOUGH = 0.9;
/** What ends like a refusal may be a host's words: the section is good from this share on. */
const ENOUGH_DECLINED = 0.6;
/** Cuts off a model that writes so many times the words asked for, but not at a question. */
const TOO_MUCH = 2;

/**
 * A section ends early when the model has nothing new to say twice in a row. A closing always has a
 * goodbye. Throws `ProviderFailure` after the lines that arrived.
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
  const isSaid = () => given.some(isGoodbye);
  for (const again of [null, AGAIN.goodbye]) {
    if (isSaid()) return;
    const words = again ? LEAST_GOODBYE : Math.max(LEAST_GOODBYE, spec.words);
    const rest = { ...spec, words, soFar: [...spec.soFar, ...given] };
    try {
      for await (const line of writeTurns(reader, rest, again)) {
        given.push(line);
        yield line;
      }
    } catch (error) {
      // Another provider's failure may have stopped the attempt.
      reader.signal.throwIfAborted();
      // An episode that has been spoken up to here does not fail for its goodbye.
      if (!(error instanceof ProviderFailure) || !/rejected|broken/.test(error.trouble))
        throw error;
    }
  }
  if (!isSaid()) yield* ownGoodbye(given.at(-1) ?? spec.soFar.at(-1));
}

export const isGoodbye = ({ text }: ScriptLine): boolean =>
  guarded('a goodbye', text, () => sentencesOf(text).some(saysGoodbye), false);

export const OWN_GOODBYE = "That's where we leave it. Thanks for listening, and goodbye.";

export function ownGoodbye(before: ScriptLine | undefined): ScriptLine[] {
  const [first, second]: Speaker[] = before?.speaker === 'A' ? ['B', 'A'] : ['A', 'B'];
  return [
    { speaker: first ?? 'A', text: OWN_GOODBYE },
    { speaker: second ?? 'B', text: 'Goodbye.' },
  ];
}

function writeTurns(
  reader: Reader,
  spec: SectionSpec,
  reason: string | null = null,
): AsyncGenerator<ScriptLine, void> {
  const wanted = spec.words;
  const hosts = { A: spec.hostA, B: spec.hostB };
  let accept = lineAcceptor(hosts, spec.soFar, systemPrompt(spec));

  async function* answer(given: ScriptLine[], again: string | null) {
    const left = Math.max(LEAST_GOODBYE, wanted - countWords(given));
    const said = [...spec.soFar, ...given];
    // Unused lines have not been said.
    if (again) accept = lineAcceptor(hosts, said, systemPrompt(spec));
    const question = sectionQuestion(spec, left, said, again ?? reason);
    const stream = reader.model.stream(question, reader.signal);
    for await (const line of acceptStream(stream, accept, hosts, said)) {
      yield line;
      if (countWords(given) > wanted * TOO_MUCH + 60 && !asks(line)) return;
    }
  }
  return streamWithRetries(reader, {
    answer,
    isEnough(given, failure, { fruitless, isOver }) {
      // The model has nothing more to say here. An episode has to begin with something.
      const isSaidOut =
        againAfter(failure) === AGAIN.repeated && spec.soFar.length + given.length > 0;
      // Later lines make up for a few words that did not come.
      const isDispensable =
        spec.place === 'middle' && wanted < FEW_WORDS && failure.trouble === 'broken';
      return (
        isLongEnough(given, wanted, failure) ||
        (fruitless > 1 && isSaidOut) ||
        (isOver && isDispensable)
      );
    },
  });
}

function isLongEnough(given: ScriptLine[], wanted: number, failure: ProviderFailure): boolean {
  const isDeclined = failure.trouble === 'rejected';
  const mayPass = failure.passing || isDeclined;
  const share = isDeclined ? ENOUGH_DECLINED : ENOUGH;
  if (given.length >= MOST_TURNS && isByOne(given)) return false;
  return mayPass && given.length > 0 && countWords(given) >= wanted * share;
}
