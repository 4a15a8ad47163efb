import OpenAI from 'openai';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Question } from '../prompts/question.ts';

/** A strict schema; a mode for any JSON, with the schema in words; or words alone. */
export type AnswerForm = 'schema' | 'object' | 'words';

const WEAKER: Record<AnswerForm, AnswerForm | null> = {
  schema: 'object',
  object: 'words',
  words: null,
};
const order = Object.keys(WEAKER);

/** What each server's model is known to understand, until this process ends. */
const known = new Map<string, AnswerForm>();

export const formFor = (server: string): AnswerForm => known.get(server) ?? 'schema';

export function learnForm(server: string, form: AnswerForm): void {
  const isStricter = order.indexOf(form) < order.indexOf(formFor(server));
  if (!isStricter) known.set(server, form);
}

/** Once a model has answered by its schema, an odd answer says nothing about its server. */
export const readsSchema = (server: string): boolean => known.get(server) === 'schema';

/** Servers say in their own ways that they do not know the form. */
const ABOUT_FORM =
  /response[_ ]format|json[_ ](?:schema|object|mode)|structured[_ ]output|guided[_ ]|grammar/i;

export function formAfter(form: AnswerForm, error: unknown): AnswerForm | null {
  const cause = error instanceof ProviderFailure ? error.cause : undefined;
  if (!(cause instanceof OpenAI.APIError)) return null;
  if (![400, 422, 501].includes(cause.status ?? 0)) return null;
  const said = `${cause.param ?? ''} ${cause.code ?? ''} ${cause.message}`;
  return ABOUT_FORM.test(said) ? WEAKER[form] : null;
}

/** Models answer with nothing now and then, with a schema and without. */
export const isEmpty = (answer: string): boolean => /^\s*(?:\{\s*\})?\s*$/.test(answer);

/** A whole answer with nothing of the schema shows that the server has not read it. */
export function ignores({ schema }: Question, answer: string): boolean {
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
