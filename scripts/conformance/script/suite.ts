import { formFor } from '../../../server/writing/model/anyForm.ts';
import { connect } from '../../../server/writing/model/modelClient.ts';
import { planQuestion, sectionQuestion } from '../../../server/writing/prompts/prompts.ts';
import { type Check, ended, outcomeOf, type Timing, Unmet } from '../check.ts';
import { busyFor, cutAt, type Middleman, openMiddleman, sending } from '../middleman.ts';
import {
  type Asking,
  type ModelSubject,
  modelOf,
  SECTION,
  SPEC,
  throughOf,
  WORDS,
  writerOf,
} from './subject.ts';

/** Ends early if the model writes nothing. */
export async function holdModel(
  check: Check,
  subject: ModelSubject,
  timing: Timing,
): Promise<void> {
  const asking: Asking = { subject, timing };
  const planned = await check('answers in JSON', (signal) => checkSchema(asking, signal));
  const streamed = await check('streams its answer', (signal) => checkStream(asking, signal));
  if (!planned && !streamed) return;
  await check('writes lines', (signal) => checkSection(asking, signal));
  await check('says when it was cut', (signal) => checkLimit(asking, signal));
  await check('refuses a wrong key', (signal) => checkKey(asking, signal));
  const middleman = await openMiddleman(new URL(subject.baseUrl).origin);
  try {
    await check('notices a cut stream', (signal) => detectCut(asking, middleman, signal));
    await check('notices a refusal', (signal) => detectRefusal(asking, middleman, signal));
    await check('waits after a 429', (signal) => checkRetry(asking, middleman, signal));
  } finally {
    middleman.close();
  }
}

const FORMS = {
  schema: 'by a strict schema',
  object:
    'with the schema in words and JSON mode, as it knows no strict schemas or does not obey them',
  words: 'with the schema in words alone, as it knows no response_format',
};

async function checkSchema(asking: Asking, signal: AbortSignal) {
  const { answer, failure } = await outcomeOf(writerOf(asking).plan(SPEC, signal));
  if (failure) {
    throw new Unmet(
      `No outline came: ${ended(failure.message)} The model has to answer in JSON that fits a schema: strictly, or when told in words, at the third attempt at the latest.`,
    );
  }
  const { baseURL } = connect({ ...asking.subject, apiKey: null }, asking.timing.patience);
  const form = formFor(`${baseURL} ${asking.subject.model}`);
  return { seen: `An outline of ${answer.sections.length} sections, ${FORMS[form]}.` };
}

const LEAST = 0.4;

async function checkSection(asking: Asking, signal: AbortSignal) {
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
async function checkKey(asking: Asking, signal: AbortSignal) {
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
async function detectRefusal(asking: Asking, middleman: Middleman, signal: AbortSignal) {
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

async function checkRetry(asking: Asking, middleman: Middleman, signal: AbortSignal) {
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

const QUESTION = sectionQuestion(SECTION, WORDS, []);

async function read(pieces: AsyncIterable<string>) {
  const read: string[] = [];
  for await (const piece of pieces) read.push(piece);
  return read;
}

/** Lines are spoken while the next ones are written, so the answer has to arrive in pieces. */
async function checkStream(asking: Asking, signal: AbortSignal) {
  const pieces = await read(modelOf(asking).stream(QUESTION, signal));
  const answer = pieces.join('');
  const { length } = answer;
  if (!answer.includes('{')) {
    throw new Unmet(
      `There is no JSON in it: “${answer.slice(0, 80)}”. Lines are read out of JSON.`,
    );
  }
  if (pieces.length < 2) {
    throw new Unmet(
      `${length} characters came in ${pieces.length} piece: the first line has to arrive while the next ones are written, as events of “stream: true”.`,
    );
  }
  return { seen: `${length} characters in ${pieces.length} pieces.` };
}

/** Tokens that no outline fits into. */
const FEW = 24;

/** An answer that was cut for its length must not pass for a whole one. */
async function checkLimit(asking: Asking, signal: AbortSignal) {
  const question = { ...planQuestion(SPEC), most: FEW, thinks: false };
  const { answer, failure } = await outcomeOf(modelOf(asking).ask(question, [], signal));
  if (answer !== null) {
    throw new Unmet(
      `An outline of at most ${FEW} tokens came back with ${answer.length} characters and finish_reason “stop”: the server has to keep to max_completion_tokens and say “length”.`,
    );
  }
  if (failure.trouble !== 'broken') {
    throw new Unmet(
      `An answer with a limit of ${FEW} tokens failed otherwise: ${ended(failure.message)}`,
    );
  }
  return { seen: ended(failure.message) };
}

/** A connection that breaks in mid-answer has to be noticed; the section goes on from there. */
async function detectCut(asking: Asking, middleman: Middleman, signal: AbortSignal) {
  const through = throughOf(asking, middleman);
  middleman.spoil(cutAt(0.5));
  const cut = await outcomeOf(read(modelOf(asking, through).stream(QUESTION, signal)));
  if (!cut.failure) {
    throw new Unmet(
      'The connection was cut in the middle of an answer, and it read as a whole one: the last event has to carry a finish_reason.',
    );
  }
  middleman.spoil(cutAt(0.5));
  const lines: string[] = [];
  for await (const { text } of writerOf(asking, through).write(SECTION, signal)) lines.push(text);
  const requests = middleman.arrivals.length;
  return { seen: `Noticed; with ${requests} requests the section had its ${lines.length} lines.` };
}
