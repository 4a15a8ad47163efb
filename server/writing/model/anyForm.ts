import OpenAI from 'openai';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Question } from '../prompts/question.ts';
import { NO_JSON, readToJson, resumed } from '../script/findJson.ts';
import type { Correction, Model } from './asking.ts';

/** A strict schema; a mode for any JSON, with the schema in words; or words alone. */
const FORMS = ['schema', 'object', 'words'] as const;
type AnswerForm = (typeof FORMS)[number];

export interface Asking {
  corrections: Correction[];
  form: AnswerForm;
}

const CORRECTIONS = 2;

/** What each server's model is known to understand, until this process ends. */
const known = new Map<string, AnswerForm>();

export const formFor = (server: string): AnswerForm => known.get(server) ?? 'schema';

/** Asks in the strictest form that the server's model understands, and remembers which that is. */
export function inAnyForm(
  answerTo: (
    question: Question,
    asking: Asking,
    isStream: boolean,
    signal: AbortSignal,
  ) => AsyncGenerator<string, void>,
  server: string,
  declines: (answer: string) => boolean,
): Model {
  function learn(form: AnswerForm, question: Question, answer: string): void {
    let shown = form;
    if (form === 'schema') {
      // Once a model has answered by its schema, an odd answer says nothing about its server.
      if (known.get(server) === 'schema' || declines(answer) || isEmpty(answer)) return;
      if (ignores(question, answer)) shown = 'object';
    }
    const isStricter = FORMS.indexOf(shown) < FORMS.indexOf(formFor(server));
    if (!isStricter) known.set(server, shown);
  }

  async function* inStrictest(
    question: Question,
    answerIn: (form: AnswerForm) => AsyncGenerator<string, void>,
  ): AsyncGenerator<string, void> {
    for (let form = formFor(server); ; ) {
      let answer = '';
      try {
        for await (const piece of answerIn(form)) {
          answer += piece;
          yield piece;
        }
        return learn(form, question, answer);
      } catch (error) {
        form = formAfter(form, error);
      }
    }
  }

  async function* streamed(question: Question, form: AnswerForm, signal: AbortSignal) {
    const corrections: Correction[] = [];
    for (;;) {
      const pieces = answerTo(question, { corrections, form }, true, signal);
      if (form === 'schema') return yield* pieces;
      const { text, hasJson } = await readToJson(pieces);
      const isLast = corrections.length === CORRECTIONS || !text.trim() || declines(text);
      if (hasJson || isLast) return yield* resumed(text, pieces);
      corrections.push({ reply: text, reason: NO_JSON });
    }
  }

  return {
    async ask(question, corrections, signal) {
      let reply = '';
      const answerIn = (form: AnswerForm) =>
        answerTo(question, { corrections, form }, false, signal);
      for await (const piece of inStrictest(question, answerIn)) reply += piece;
      return reply;
    },
    stream: (question, signal) => inStrictest(question, (form) => streamed(question, form, signal)),
  };
}

/** Servers say in their own ways that they do not know the form. */
const ABOUT_FORM =
  /response[_ ]format|json[_ ](?:schema|object|mode)|structured[_ ]output|guided[_ ]|grammar/i;

/** The next weaker form where the error is about this one. Throws any other error. */
function formAfter(form: AnswerForm, error: unknown): AnswerForm {
  const cause = error instanceof ProviderFailure ? error.cause : undefined;
  const weaker = FORMS[FORMS.indexOf(form) + 1];
  if (!weaker || !(cause instanceof OpenAI.APIError)) throw error;
  const said = `${cause.param ?? ''} ${cause.code ?? ''} ${cause.message}`;
  if (![400, 422, 501].includes(cause.status ?? 0) || !ABOUT_FORM.test(said)) throw error;
  return weaker;
}

/** Models answer with nothing now and then, with a schema and without. */
const isEmpty = (answer: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(answer);

/** A whole answer with nothing of the schema shows that the server has not read it. */
function ignores({ schema }: Question, answer: string): boolean {
  const { required } = schema;
  return Array.isArray(required) && required.every((name) => !answer.includes(`"${name}"`));
}

export const schemaInWords = ({ schema }: Question): string =>
  `\n\nYour whole answer is one JSON object: no word and no code fence before or after it. It fits this JSON schema:\n${JSON.stringify(schema)}`;

export function responseFormat(form: AnswerForm, { name, schema }: Question) {
  if (form === 'words') return {};
  if (form === 'object') return { response_format: { type: 'json_object' as const } };
  const json_schema = { name, strict: true, schema };
  return { response_format: { type: 'json_schema' as const, json_schema } };
}
