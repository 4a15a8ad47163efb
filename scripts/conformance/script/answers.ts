import { formFor } from '../../../server/writing/model/anyForm.ts';
import { connect } from '../../../server/writing/model/modelClient.ts';
import { sectionQuestion } from '../../../server/writing/prompts/prompts.ts';
import { ended, outcomeOf, Unmet } from '../check.ts';
import { busyFor, type Middleman, sending } from '../middleman.ts';
import { type Asking, modelOf, SECTION, SPEC, throughOf, WORDS, writerOf } from './subject.ts';

const FORMS = {
  schema: 'by a strict schema',
  object:
    'with the schema in words and JSON mode, as it knows no strict schemas or does not obey them',
  words: 'with the schema in words alone, as it knows no response_format',
};

export async function checkSchema(asking: Asking, signal: AbortSignal) {
  const { answer, failure } = await outcomeOf(writerOf(asking).plan(SPEC, signal));
  if (failure) {
    throw new Unmet(
      `No outline came: ${ended(failure.message)} The model has to answer in JSON that fits a schema: strictly, or when told in words, at the third attempt at the latest.`,
    );
  }
  const { baseURL } = connect({ ...asking.subject, apiKey: null }, asking.timing.policy);
  const form = formFor(`${baseURL} ${asking.subject.model}`);
  return { seen: `An outline of ${answer.sections.length} sections, ${FORMS[form]}.` };
}

const LEAST = 0.4;

export async function checkSection(asking: Asking, signal: AbortSignal) {
  const lines: { speaker: string; text: string }[] = [];
  for await (const line of writerOf(asking).write(SECTION, signal)) lines.push(line);
  const words = lines.flatMap(({ text }) => text.split(/\s+/)).length;
  const speakers = new Set(lines.map(({ speaker }) => speaker));
  const summary = `${lines.length} lines with ${words} words of ${WORDS} asked for`;
  if (speakers.size < 2) {
    throw new Unmet(`${summary}, all by one host: a section is a talk between A and B.`);
  }
  if (words < WORDS * LEAST) {
    throw new Unmet(`${summary}: an episode would take a request for every few words.`);
  }
  return { seen: `${summary}, by both hosts.` };
}

/** A key that is needed and wrong must read as 'refused'. */
export async function checkKey(asking: Asking, signal: AbortSignal) {
  const { apiKey } = asking.subject;
  if (apiKey === null) return { seen: 'The server writes without any.' };
  const question = sectionQuestion(SECTION, WORDS, []);
  const model = modelOf(asking, { apiKey: `${apiKey.slice(0, -1)}~` });
  const { failure } = await outcomeOf(model.ask(question, [], signal));
  if (!failure) return { seen: 'Any key will do, so none is needed.' };
  if (failure.trouble !== 'refused') {
    throw new Unmet(
      `It reads as ${failure.trouble}: ${ended(failure.message)} A wrong key has to be answered with 401.`,
    );
  }
  return { seen: `Refused: ${ended(failure.message)}` };
}

/** A refusal, in its field or as a sentence, is the topic's fault and no script. */
export async function detectRefusal(asking: Asking, middleman: Middleman, signal: AbortSignal) {
  const writer = writerOf(asking, throughOf(asking, middleman));
  const said = "I'm sorry, but I can't help with that request.";
  const refusals = { field: { refusal: said }, sentence: { content: said } };
  for (const [kind, message] of Object.entries(refusals)) {
    // The writer tries twice.
    middleman.spoil(completion(message), completion(message));
    const { failure } = await outcomeOf(writer.plan(SPEC, signal));
    if (failure?.trouble !== 'rejected') {
      throw new Unmet(
        `A refusal as a ${kind} was taken for ${failure ? failure.trouble : 'an outline'}.`,
      );
    }
  }
  return { seen: 'Noticed, as a field and as a sentence.' };
}

const completion = (message: object) =>
  sending(
    'application/json',
    JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }),
  );

/** Milliseconds; timers may be a little early. */
const LEAST_PAUSE = 980;

export async function checkRetry(asking: Asking, middleman: Middleman, signal: AbortSignal) {
  const writer = writerOf(asking, throughOf(asking, middleman));
  middleman.spoil(busyFor(1));
  await writer.plan(SPEC, signal);
  const [first = 0, second = 0] = middleman.arrivals;
  const pause = Math.round(second - first);
  if (pause < LEAST_PAUSE) {
    throw new Unmet(`After a 429 with Retry-After: 1 it was asked again in ${pause} ms.`);
  }
  return { seen: `Asked again after ${(pause / 1000).toFixed(1)} s, and answered.` };
}
