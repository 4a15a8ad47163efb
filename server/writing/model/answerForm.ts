import OpenAI from 'openai';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Question } from '../prompts/question.ts';

/**
 * How a model is held to the JSON that is wanted: by a strict schema, by the schema in words and a mode
 * for any JSON, or by words alone.
 */
export type AnswerForm = 'schema' | 'object' | 'words';

const WEAKER: Record<AnswerForm, AnswerForm | null> = {
  schema: 'object',
  object: 'words',
  words: null,
};
const order = Object.keys(WEAKER);

/** What each server's model is known to understand, for as long as the process lives. */
const known = new Map<string, AnswerForm>();

/** The strictest form that this model of this server may understand. */
export const formFor = (server: string): AnswerForm => known.get(server) ?? 'schema';

/** The model has answered in this form: it is not asked in a stricter one again. */
export function learnForm(server: string, form: AnswerForm): void {
  const isStricter = order.indexOf(form) < order.indexOf(formFor(server));
  if (!isStricter) known.set(server, form);
}

/** Whether the model has answered by its schema before: then an odd answer says nothing about its server. */
export const readsSchema = (server: string): boolean => known.get(server) === 'schema';

/** A server says in its own way that it does not know what it was asked for. */
const ABOUT_FORM =
  /response[_ ]format|json[_ ](?:schema|object|mode)|structured[_ ]output|guided[_ ]|grammar/i;

/** The form to ask in after this failure; null where another form does not help. */
export function formAfter(form: AnswerForm, error: unknown): AnswerForm | null {
  const cause = error instanceof ProviderFailure ? error.cause : undefined;
  if (!(cause instanceof OpenAI.APIError)) return null;
  if (![400, 422, 501].includes(cause.status ?? 0)) return null;
  const said = `${cause.param ?? ''} ${cause.code ?? ''} ${cause.message}`;
  return ABOUT_FORM.test(said) ? WEAKER[form] : null;
}

/** Whether an answer says nothing at all, as one does now and then, with a schema and without. */
export const isEmpty = (answer: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(answer);

/** Whether a whole answer has nothing of the schema: then the server has not read it. */
export function ignores({ schema }: Question, answer: string): boolean {
  const { required } = schema;
  return Array.isArray(required) && required.every((name) => !answer.includes(`"${name}"`));
}

/** What stands in the instructions where no schema is sent, or none is read. */
export const schemaInWords = ({ schema }: Question): string =>
  `\n\nYour whole answer is one JSON object: no word and no code fence before or after it. It fits this JSON schema:\n${JSON.stringify(schema)}`;

/** The parameter of the request that holds the model to it. */
export function responseFormat(form: AnswerForm, { name, schema }: Question) {
  if (form === 'words') return {};
  if (form === 'object') return { response_format: { type: 'json_object' as const } };
  const json_schema = { name, strict: true, schema };
  return { response_format: { type: 'json_schema' as const, json_schema } };
}
