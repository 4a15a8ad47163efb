import { type Outline, outline, type Speaker } from '#shared/script.ts';
import { guarded } from '../guarded.ts';
import { broken, rejected } from '../openai/failures.ts';
import { askFor, type Fitting, type Reader } from './askFor.ts';
import { cleanTitle, declines } from './cleanText.ts';
import { faultsOf, findJson } from './findJson.ts';
import { editQuestion, planQuestion, systemPrompt } from './prompts.ts';
import type { Question } from './question.ts';
import { leakOf } from './repetition.ts';
import type { ScriptSpec } from './script.ts';

/** Asks for an outline until it fits the schema. Throws `ProviderFailure`. */
export async function planEpisode(reader: Reader, spec: ScriptSpec): Promise<Outline> {
  return fitted(await ask(reader, spec, planQuestion(spec)), spec);
}

/** Asks for a better outline. Throws `ProviderFailure`, also for one that has another length. */
export async function editOutline(
  reader: Reader,
  spec: ScriptSpec,
  draft: Outline,
): Promise<Outline> {
  const edited = await ask(reader, spec, editQuestion(spec, draft));
  if (edited.sections.length !== draft.sections.length) throw broken('the outline was not revised');
  return fitted(edited, spec);
}

/** An outline that fits what was ordered, what was read and what has been heard. */
function fitted(outline: Outline, spec: ScriptSpec): Outline {
  const whole = ofKnownFacts(owingAll(outline, spec), spec);
  return spec.opening ? { ...whole, title: spec.opening.title } : whole;
}

/** Each fact belongs to the first section that names it, and none to the closing. */
function ofKnownFacts(outline: Outline, { facts = [] }: ScriptSpec): Outline {
  if (!facts.length) return outline;
  const known = new Set(facts.map(({ number }) => number));
  const { disputed = [], sections, ...rest } = outline;
  return {
    ...rest,
    disputed: disputed.filter((number) => known.has(number)),
    sections: sections.map((section, index) => ({
      ...section,
      facts: (section.facts ?? []).filter(
        (number) => index < sections.length - 1 && known.delete(number),
      ),
    })),
  };
}

/** A question that no section owes goes to the section before the closing, where it fits best. */
function owingAll(outline: Outline, { questions = [] }: ScriptSpec): Outline {
  if (questions.length === 0) return outline;
  const numbers = questions.map((_, index) => index + 1);
  const owed = outline.sections.map(({ owes = [] }) => owes.filter((n) => numbers.includes(n)));
  const forgotten = numbers.filter((number) => !owed.flat().includes(number));
  const last = Math.max(0, outline.sections.length - 2);
  return {
    ...outline,
    sections: outline.sections.map((section, index) => ({
      ...section,
      owes: [...(owed[index] ?? []), ...(index === last ? forgotten : [])],
    })),
  };
}

function ask(reader: Reader, spec: ScriptSpec, question: Question): Promise<Outline> {
  const hosts = { A: spec.hostA, B: spec.hostB };
  const leaks = leakOf(systemPrompt(spec));
  return askFor(reader, question, (reply) => {
    if (guarded('a refusal', reply, () => refuses(reply, hosts), false))
      throw rejected('the model declined');
    return readOutline(reply, leaks);
  });
}

/** A refusal may come as plain text, or in the fields of an outline. */
function refuses(reply: string, hosts: Record<Speaker, string>): boolean {
  const read = outline.safeParse(findJson(reply));
  if (!read.success) return declines(reply, hosts);
  const { title, summary } = read.data;
  return declines(title, hosts) || declines(summary, hosts);
}

type Leaks = (sentence: string) => boolean;

function readOutline(reply: string, leaks: Leaks): Fitting<Outline> {
  const read = outline.safeParse(findJson(reply));
  return read.success ? cleanOutline(read.data, leaks) : { fault: faultsOf(read.error) };
}

function cleanOutline(
  { title, summary, sections, disputed }: Outline,
  leaks: Leaks,
): Fitting<Outline> {
  const cleaned = outline.safeParse({
    title: shownAs(title),
    summary: shownAs(summary),
    sections: sections.map((section) => ({ ...section, title: shownAs(section.title) })),
    ...(disputed && { disputed }),
  });
  if (!cleaned.success) return { fault: 'a title has no words' };
  const shown = [title, summary, ...sections.map((section) => section.title)];
  const isLeaked = guarded('a leak', title, () => shown.some(leaks), false);
  return isLeaked ? { fault: 'it repeats the instructions' } : { value: cleaned.data };
}

const shownAs = (text: string) => guarded('a title', text, () => cleanTitle(text), text);
