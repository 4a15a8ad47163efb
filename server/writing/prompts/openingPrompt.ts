import { z } from 'zod';
import type { ScriptLine } from '#shared/script.ts';
import { textsOf } from '../script/said.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { factsGiven, lineBasis } from './factPrompts.ts';
import { orderFields, styleOf } from './prompts.ts';
import { jsonSchema, type Question } from './question.ts';

/** Far above what a title and nine lines take. */
const MOST_TOKENS = 2_500;
/** Asked for; the answer ends between 65 and 100. */
const WORDS = 75;
const LEAST_WORDS = 15;

export interface Begun {
  title: string | null;
  lines: ScriptLine[];
  words: number;
}

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
export function openingQuestion(spec: ScriptSpec, begun: Begun, again?: string | null): Question {
  const { earlierEpisodes: _, ...order } = spec;
  const isOfFacts = Boolean(spec.facts?.length);
  const said = textsOf(begun.lines);
  const words = Math.max(LEAST_WORDS, WORDS - begun.words);
  return {
    name: 'opening',
    schema: jsonSchema(isOfFacts ? openingOfFacts : opening),
    most: MOST_TOKENS,
    thinks: false,
    kept: 0,
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
