import OpenAI from 'openai';
import { z } from 'zod';
import {
  type FailureSubject,
  ProviderFailure,
  type ProviderTrouble,
} from '../../base/kit/provider.ts';
import { failureOf as named } from '../../writing/model/modelFailures.ts';
import type { Crowding } from './speechTurns.ts';

export const provider = 'Speech server';

/** FastAPI's errors, which Kokoro-FastAPI and Speaches send in place of OpenAI's `error`. */
const detailed = z.object({
  detail: z.union([
    z.string().transform((message) => ({ message, error: '' })),
    z.object({ message: z.string(), error: z.string().default('') }),
    z
      .array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }))
      .transform((issues) => ({
        message: issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '),
        error: '',
      })),
  ]),
});

/** Characters. A longer message is a page or a trace, whose start says enough. */
const LONGEST = 300;

/** Converts anything that the SDK throws, and adds what the operator can do about it. */
export function failureAt(baseUrl: string, error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const failure = named(error, provider);
  const isAnswer = error instanceof OpenAI.APIError && error.status !== undefined;
  const meaning: Meaning = isAnswer ? meaningOf(error, failure) : failure;
  const { trouble, subject } = meaning;
  // The message of a failure without an answer begins with the provider.
  const message = isAnswer ? meaning.message : meaning.message.slice(`${provider}: `.length);
  const advice = adviceFor(trouble, message, baseUrl);
  const words = advice ? message.replace(/\.$/, '') + advice : message;
  const { retryAfter } = failure;
  return new ProviderFailure(provider, trouble, words, { subject, retryAfter, cause: error });
}

/** The word alone, because model names contain it, such as `voice-en-us-amy`. */
const VOICE = /(?<![-\w])voices?(?![-\w])/i;
const INPUT = /\binput\b|too[_ ]long|characters/i;

interface Meaning {
  trouble: ProviderTrouble;
  subject: FailureSubject | undefined;
  message: string;
}

/** These servers name codes and parameters unreliably, so the words of the answer decide. */
function meaningOf(error: InstanceType<typeof OpenAI.APIError>, failure: ProviderFailure): Meaning {
  const { status, code, param } = error;
  const detail = detailed.safeParse(error.error).data?.detail;
  const said = detail ? `${status} ${detail.message}` : error.message;
  const isPage = /^\d+\s*<(?:!doctype|html|head)/i.test(said);
  const message = isPage ? `${status} and a page of HTML` : said.slice(0, LONGEST);
  const about = `${param ?? ''} ${code ?? ''} ${detail?.error ?? ''} ${said}`;
  const isAboutRequest = status === 400 || status === 404 || status === 422;
  const { trouble, subject } = failure;
  if (!isAboutRequest || trouble === 'spent') return { trouble, subject, message };
  if (VOICE.test(about)) return { trouble: 'rejected', subject: 'voice', message };
  if (/model/i.test(about)) return { trouble: 'refused', subject: undefined, message };
  if (INPUT.test(about)) return { trouble: 'rejected', subject: 'order', message };
  return { trouble, subject, message };
}

function adviceFor(trouble: ProviderTrouble, message: string, baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  const place = `${origin}${pathname}`.replace(/\/$/, '');
  if (trouble === 'busy' && message !== 'no connection') return '';
  if (/\bhtml\b/i.test(message) || (/^404/.test(message) && !/model|voice/i.test(message))) {
    return `. Does the address ${place} end in /v1, as the server wants it?`;
  }
  if (message === 'no connection') return ` to ${place}. Is the server running there?`;
  if (/^40[13]/.test(message)) return '. Is SPEECH_API_KEY the key of this server?';
  if (trouble === 'refused' && /model/i.test(message)) {
    return '. SPEECH_MODEL must be a model that this server has.';
  }
  return /\bWAV\b|\bMP3\b/.test(message) ? '. Another SPEECH_FORMAT may help.' : '';
}

/** A 429 names no limit here. One for an account without credit is not about crowding. */
export function crowdingOf({ cause, trouble }: ProviderFailure): Crowding | null {
  const isTooMany = cause instanceof OpenAI.APIError && cause.status === 429 && trouble === 'busy';
  return isTooMany ? { allowed: null } : null;
}

/** The address does not exist, but the server may work. */
export const isMissing = (error: unknown): boolean =>
  error instanceof OpenAI.APIError && [404, 405, 501].includes(error.status ?? 0);

/** The key may not read this, but is not wrong: it may speak all the same. */
export const isWithheld = (error: unknown): boolean =>
  error instanceof OpenAI.APIError &&
  (error.status === 401 || error.status === 403) &&
  /scope|permission/i.test(error.message);
