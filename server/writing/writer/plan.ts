import { z } from 'zod';
import { chaptersFor } from '#shared/chapters.ts';
import { type Outline, outline } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { askFor, type Fitting, type Reader, streamWithRetries } from '../model/asking.ts';
import { broken, rejected } from '../model/modelFailures.ts';
import { isForeign } from '../model/watch.ts';
import { editQuestion, planQuestion, systemPrompt } from '../prompts/prompts.ts';
import { cleanTitle, refuses } from '../script/cleanLines.ts';
import { faultsOf, findJson } from '../script/findJson.ts';
import { leakOf } from '../script/repetition.ts';
import type { ScriptSpec } from '../script/scriptWriter.ts';
import { atWord } from './readings.ts';

/** Asks for an outline until it fits the schema. Throws `ProviderFailure`. */
export async function planEpisode(reader: Reader, spec: ScriptSpec): Promise<Outline> {
  const read = outlineReader(spec);
  const count = chaptersFor(spec.minutes);
  return fitted(await askFor(reader, planQuestion(spec), (reply) => read(reply, count)), spec);
}

/** So many sections of a better outline are enough to begin with: the first leads to the second. */
const BEGINNING = 2;

/**
 * Yields the beginning, with the draft's other sections behind it, then the whole. One that breaks
 * off ends there. Throws `ProviderFailure`, also for a whole of another length.
 */
export async function* editOutline(
  reader: Reader,
  spec: ScriptSpec,
  draft: Outline,
): AsyncGenerator<Outline, void> {
  const read = outlineReader(spec);
  const question = editQuestion(spec, draft);

  async function* answer(given: Outline[], again: string | null) {
    const data = again ? [...question.data, { again }] : question.data;
    let text = '';
    for await (const piece of reader.model.stream({ ...question, data }, reader.signal)) {
      text += piece;
      if (given.length || !piece.includes('}')) continue;
      const begun = beginningOf(text, spec, draft);
      const found = begun && read(begun);
      if (found && 'value' in found) yield fitted(found.value, spec);
    }
    const found = read(text);
    if (!('value' in found)) throw broken(`the outline is not what was asked for: ${found.fault}`);
    yield fitted(found.value, spec);
  }
  const isEnough = (given: Outline[]) => given.length > 0;
  for await (const edited of streamWithRetries(reader, { answer, isEnough })) {
    if (edited.sections.length !== draft.sections.length)
      throw broken('the outline was not revised');
    yield edited;
  }
}

/** An answer whose first sections have arrived, followed by the draft's; null before. */
function beginningOf(text: string, { facts }: ScriptSpec, draft: Outline): string | null {
  const json = findJson(`${text.slice(0, text.lastIndexOf('}') + 1)}]}`);
  const { data } = begun.safeParse(json);
  // What is disputed concerns all sections.
  if (!data || (facts?.length && !data.disputed)) return null;
  const rest = draft.sections.slice(data.sections.length);
  return JSON.stringify({ ...data, sections: [...data.sections, ...rest] });
}

function fitted(outline: Outline, spec: ScriptSpec): Outline {
  const whole = ofKnownFacts(assignQuestions(outline, spec), spec);
  return spec.opening ? { ...whole, title: spec.opening.title } : whole;
}

/** Each fact goes to the first section that names it, and none to the closing. */
function ofKnownFacts(outline: Outline, { facts = [] }: ScriptSpec): Outline {
  if (!facts.length) return outline;
  const known = new Set(facts.map(({ number }) => number));
  const { disputed = [], sections, ...rest } = outline;
  return {
    ...rest,
    disputed: disputed
      .filter(({ fact }) => known.has(fact))
      .map((one) => ({ ...one, against: one.against.filter((number) => known.has(number)) })),
    sections: sections.map((section, index) => ({
      ...section,
      facts: (section.facts ?? []).filter(
        (number) => index < sections.length - 1 && known.delete(number),
      ),
    })),
  };
}

/** Shares out forgotten questions behind the first section, a single one before the closing. */
export function assignQuestions(outline: Outline, { questions = [] }: ScriptSpec): Outline {
  if (questions.length === 0) return outline;
  const numbers = questions.map((_, index) => index + 1);
  const assigned = outline.sections.map(({ owes = [] }) => owes.filter((n) => numbers.includes(n)));
  const forgotten = numbers.filter((number) => !assigned.flat().includes(number));
  const last = Math.max(0, outline.sections.length - 2);
  const { length } = forgotten;
  const placeOf = (nth: number) =>
    last - Math.floor(((length - 1 - nth) * Math.max(1, last)) / length);
  return {
    ...outline,
    sections: outline.sections.map((section, index) => ({
      ...section,
      owes: [...(assigned[index] ?? []), ...forgotten.filter((_, nth) => placeOf(nth) === index)],
    })),
  };
}

const { title, summary, sections } = outline.shape;
const { title: chapter, role, goal } = sections.element.shape;
const shown = ({ maxLength }: z.ZodString) =>
  z.string().transform((text) => {
    const most = maxLength ?? text.length;
    return guarded('a title', text, () => atWord(cleanTitle(text), most), text.slice(0, most));
  });
const sectionFields = {
  title: shown(chapter),
  role: shown(role.unwrap()).optional(),
  goal: shown(goal),
};
/** Some models name only the fact. */
const dispute = z.preprocess(
  (value) => (typeof value === 'number' ? { fact: value, what: '', against: [] } : value),
  z.looseObject({}),
);
const written = z.looseObject({
  title: shown(title),
  summary: shown(summary),
  disputed: z.array(dispute).optional(),
  sections: z.array(z.looseObject(sectionFields)),
});
const begun = z.looseObject({
  sections: z.array(z.unknown()).min(BEGINNING),
  disputed: z.unknown().optional(),
});

/** Reads an outline, of `count` sections if given. Throws `ProviderFailure` for a refusal. */
function outlineReader(spec: ScriptSpec) {
  const hosts = { A: spec.hostA, B: spec.hostB };
  const leaks = leakOf(systemPrompt(spec));
  return (reply: string, count?: number): Fitting<Outline> => {
    const json = findJson(reply);
    const { data: clean } = written.safeParse(json);
    const seen = clean ? [clean.title, clean.summary] : [reply];
    if (seen.some((text) => refuses(text, hosts))) throw rejected('the model declined');
    const { data: value, error } = outline.safeParse(clean ?? json);
    if (!value) return { fault: faultsOf(error) };
    const { title, summary, sections } = value;
    const texts = [title, summary, ...sections.map((section) => section.title)];
    if (guarded('a leak', title, () => texts.some(leaks), false)) {
      return { fault: 'it repeats the instructions' };
    }
    const goals = sections.map(({ goal }) => goal).join(' ');
    if (isForeign(`${title} ${summary}`) || isForeign(goals)) {
      return { fault: 'it is not in English' };
    }
    const fault = `there are to be exactly ${count} sections`;
    if (!count || sections.length === count) return { value };
    // Fewer than three are no plan. Any other number will do where correcting does not help.
    return sections.length < Math.min(3, count) ? { fault } : { value, fault };
  };
}
