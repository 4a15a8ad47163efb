import { z } from 'zod';
import { choose, subjectOf } from './demo.ts';
import { sectionsFor } from './parts.ts';
import { plainOutline } from './plain.ts';
import { contradictionsIn, evenLimits, planFacts } from './planFacts.ts';
import { scriptedQuestion } from './readings.ts';
import { scriptOutline } from './replay.ts';
import type { Spec } from './spec.ts';
import type { CompletionRequest } from './wire.ts';

export function outline(
  request: CompletionRequest,
  spec: Spec,
  { seed, writer }: { seed: string; writer: 'scripts' | 'plain' },
) {
  const choice = writer === 'scripts' ? choose(spec, seed) : null;
  const { sections, ...rest } = choice ? scriptOutline(choice, spec) : plainOutline(spec, seed);
  const fields = fieldsOf(request);
  const middle = sections.length - 2;
  const facts = planFacts(spec.facts, evenLimits(spec.facts, sections.length));
  const parts = choice && sectionsFor(spec, subjectOf(choice.script));
  /** A script's own question is owed where it is answered, any other by a middle section. */
  const owes = (
    question: string,
    asked: number,
    { at, answers }: { at: number; answers: number[] },
  ) => {
    const place = scriptedQuestion(question);
    if (place && place.script === choice?.script) return answers.includes(place.number);
    return at === (middle > 0 ? (asked % middle) + 1 : 0);
  };
  return {
    ...rest,
    sections: sections.map(({ role, answers, ...section }, at) => ({
      ...section,
      ...('role' in fields && { role }),
      ...('owes' in fields && {
        owes: spec.questions.flatMap((question, asked) =>
          owes(question, asked, { at, answers }) ? [asked + 1] : [],
        ),
      }),
      ...(spec.facts.length && { facts: facts[at]?.map(({ fact }) => fact) ?? [] }),
      ...parts?.[at],
    })),
    ...(spec.facts.length && { disputed: contradictionsIn(spec.facts) }),
  };
}

/** Keeps the facts that the draft's sections have; plans them if none has any. */
export function edited(given: object, { facts, opening }: Spec): object {
  const draft = { ...given, ...(opening && { title: opening.title }) };
  const { sections } = draftSchema.parse(draft);
  if (!facts.length) return draft;
  const planned = planFacts(facts, evenLimits(facts, sections.length));
  const numbers = planned.map((section) => section.map(({ fact }) => fact));
  const isPlanned = sections.some((section) => section.facts?.length);
  return {
    disputed: contradictionsIn(facts),
    ...draft,
    sections: sections.map((section, at) => ({
      ...section,
      facts: (isPlanned ? section.facts : numbers[at]) ?? [],
    })),
  };
}

const draftSchema = z.object({
  sections: z.array(z.looseObject({ facts: z.array(z.number()).optional().catch(undefined) })),
});

const outlineSchema = z.object({
  properties: z.object({
    sections: z.object({ items: z.object({ properties: z.looseObject({}) }) }),
  }),
});

function fieldsOf({ response_format }: CompletionRequest): object {
  const read = outlineSchema.safeParse(response_format?.json_schema?.schema);
  return read.success ? read.data.properties.sections.items.properties : {};
}
