import { z } from 'zod';
import type { ScriptLine } from '#shared/script.ts';
import { parseStorable } from '#shared/storable.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { type Reader, streamWithRetries } from '../model/asking.ts';
import { broken, rejected, Unfit } from '../model/modelFailures.ts';
import { isByOne, isEnglish } from '../model/watch.ts';
import { factsGiven, lineBasis } from '../prompts/factPrompts.ts';
import { AGAIN, orderFields, styleOf, systemPrompt } from '../prompts/prompts.ts';
import { jsonSchema, type Question, textsOf } from '../prompts/question.ts';
import { lineAcceptor } from '../script/acceptLines.ts';
import { cleanTitle, declines } from '../script/cleanLines.ts';
import { countWords } from '../script/countWords.ts';
import { resumed } from '../script/findJson.ts';
import type { Hosts } from '../script/labels.ts';
import { leakOf } from '../script/repetition.ts';
import type { OpeningPiece, ScriptSpec } from '../script/scriptWriter.ts';
import { acceptStream } from './acceptStream.ts';
import { atWord } from './readings.ts';

/** Far above what a title and nine lines take. */
const MOST_TOKENS = 2_500;
/** Asked for; the answer ends between 65 and 100. */
const WORDS = 75;
const LEAST_WORDS = 15;

// The title comes first: it is shown while the lines are still written.
const opening = z.object({
  title: z.string(),
  lines: z.array(z.object({ speaker: z.enum(['A', 'B']), text: z.string() })),
});
const { speaker, text } = opening.shape.lines.element.shape;
const openingOfFacts = opening.extend({
  lines: z.array(z.object({ speaker, ...lineBasis, text })),
});

/** It is the same for everybody: neither the length nor what the account has heard shapes it. */
export function openingQuestion(
  spec: ScriptSpec,
  begun: { title: string | null; lines: ScriptLine[]; words: number },
  again?: string | null,
): Question {
  const { earlierEpisodes: _, ...order } = spec;
  const isOfFacts = Boolean(spec.facts?.length);
  const said = textsOf(begun.lines);
  const words = Math.max(LEAST_WORDS, WORDS - begun.words);
  return {
    name: 'opening',
    schema: jsonSchema(isOfFacts ? openingOfFacts : opening),
    most: MOST_TOKENS,
    data: [
      {
        task: 'opening',
        ...orderFields(order),
        ...(isOfFacts && { facts: factsGiven(spec.facts ?? []) }),
        place: 'before the greeting',
        words,
        ...(begun.title && { title: begun.title }),
        ...(said.length && { said, goOnAfter: said.at(-1) }),
        ...(again && { again }),
        wanted: [
          begun.title ? GIVEN_TITLE : TITLE,
          said.length ? `Write on, ${words} more words or so.` : LINES,
          `This form begins so: "${styleOf(spec).opening}" Write only what stands in front of the greeting.`,
          isOfFacts ? OF_FACTS : OF_NOTHING,
          "Nobody greets, says a host's name, introduces anybody, announces what is coming or sums up: all that follows. The last line makes it hard to stop listening here.",
        ].join(' '),
      },
    ],
  };
}

const TITLE =
  'This is the cold open: what is heard by somebody who has not decided yet whether to listen. First "title": it makes somebody press play, at most 90 characters, and promises nothing that may turn out not to be so.';
const GIVEN_TITLE = 'The cold open has begun; give its title again, word for word.';
const LINES = `Then "lines": five to nine short turns of both hosts, about ${WORDS} words in all. Begin in the middle of a thought that only this subject could provoke. It is a hook, and a hook asks more than it claims: raise what the listener wants to know, and answer none of it.`;
const OF_NOTHING =
  'Nothing has been read for it yet. So state nothing about the world, and no figure, date or name as known, that "topic" does not give: ask, doubt, wonder, or imagine a case, which sounds imagined and may count what it likes.';
const OF_FACTS = 'Tell one or two of "facts" at most, the strangest, and keep the rest for later.';

const LONGEST_TITLE = 90;
/** A cold open ends before the line that exceeds this, unless it is the second host's first. */
const MOST_WORDS = 100;
/** A cold open that was cut suffices from here on; `linesAtLast` only if no more are to be had. */
const LEAST = { words: 50, lines: 3, linesAtLast: 2 };

/** Goes on after a broken stream. Throws `ProviderFailure` after the pieces that arrived. */
export function writeOpening(reader: Reader, spec: ScriptSpec): AsyncGenerator<OpeningPiece, void> {
  const hosts = { A: spec.hostA, B: spec.hostB };
  const leaks = leakOf(systemPrompt(spec));

  async function* answer(given: OpeningPiece[], again: string | null) {
    const { title, lines } = partsOf(given);
    const question = openingQuestion(spec, { title, lines, words: countWords(lines) }, again);
    const accept = lineAcceptor(hosts, lines, systemPrompt(spec));
    const stream = reader.model.stream(question, reader.signal);
    try {
      const head = title === null ? await readTitle(stream) : { title: null, text: '' };
      const asWritten = head.title?.slice(0, LONGEST_TITLE).toWellFormed() ?? null;
      const read = () => readable(head.title, hosts, leaks);
      const shown = title ?? guarded('a title', head.title ?? '', read, asWritten);
      // Any other title waits for a line that tells the language of the answer.
      if (title === null && shown !== null && isEnglish(shown)) yield { title: shown };
      for await (const line of acceptStream(resumed(head.text, stream), accept, hosts, lines)) {
        if (shown === null) throw broken('the opening has no title');
        const before = partsOf(given);
        const isFull = countWords([...before.lines, line]) > MOST_WORDS;
        if (isFull && !isByOne(before.lines)) break;
        // One host has filled it alone: only the other's answer still fits.
        if (isFull && isByOne([...before.lines, line])) continue;
        if (before.title === null) yield { title: shown };
        yield { line };
      }
      const written = partsOf(given).lines;
      if (written.length > 1 && isByOne(written)) throw new Unfit(AGAIN.oneHost);
      if (!isEnough(written)) throw broken('the opening is too short');
    } finally {
      await stream.return();
    }
  }
  return streamWithRetries(reader, {
    answer,
    isEnough: (given, failure, { isOver }) =>
      (failure.passing || failure.trouble === 'rejected') &&
      isEnough(partsOf(given).lines, isOver ? LEAST.linesAtLast : LEAST.lines),
  });
}

function partsOf(given: OpeningPiece[]): { title: string | null; lines: ScriptLine[] } {
  const titles = given.flatMap((piece) => ('title' in piece ? [piece.title] : []));
  return {
    title: titles[0] ?? null,
    lines: given.flatMap((piece) => ('line' in piece ? [piece.line] : [])),
  };
}

const isEnough = (lines: ScriptLine[], least = LEAST.lines) =>
  lines.length >= least && countWords(lines) >= LEAST.words && !isByOne(lines);

/** A title as it is shown; null for none. Throws `ProviderFailure` for an unusable one. */
function readable(
  written: string | null,
  hosts: Hosts,
  leaks: (sentence: string) => boolean,
): string | null {
  if (written === null) return null;
  if (declines(written, hosts)) throw rejected('the model declined');
  const title = atWord(cleanTitle(written), LONGEST_TITLE);
  if (!/[\p{L}\p{N}]/u.test(title)) throw broken('the title has no words');
  if (leaks(title)) throw broken('the title repeats the instructions');
  return title;
}

/** Characters of an answer that are searched for its title. */
const HEAD = 800;
const TITLE_FIELD = /"title"\s*:\s*("(?:[^"\\]|\\.)*")/s;
/** The title of a plain script. */
const TITLE_LINE = /^[*_#\s]*title[*_]*:[*_ ]*(\S[^\n]*)\n/im;

/** Reads to the end of the title, if there is one; `text` is what was read. */
async function readTitle(
  answer: AsyncIterator<string>,
): Promise<{ title: string | null; text: string }> {
  let text = '';
  while (text.length < HEAD) {
    const next = await answer.next();
    if (next.done) break;
    text += next.value;
    const [, literal] = TITLE_FIELD.exec(text) ?? [];
    const [, plain = null] = TITLE_LINE.exec(text) ?? [];
    if (literal || plain) return { title: literal ? parsedTitle(literal) : plain, text };
  }
  return { title: null, text };
}

function parsedTitle(literal: string): string | null {
  try {
    return String(parseStorable(literal));
  } catch {
    return null;
  }
}
