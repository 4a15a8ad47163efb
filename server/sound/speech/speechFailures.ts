import { z } from 'zod';
import {
  type FailureSubject,
  ProviderFailure,
  type ProviderTrouble,
  retryAfterOf,
} from '../../base/kit/provider.ts';
import { isOurs } from '../../writing/model/modelFailures.ts';
import type { Crowding } from './speechTurns.ts';

export const provider = 'ElevenLabs';

/** Known by its shape, so that the SDK is not loaded here. */
const refusal = z.object({
  statusCode: z.number(),
  body: z.unknown(),
  rawResponse: z.object({ headers: z.instanceof(Headers) }).optional(),
});
type Answer = z.infer<typeof refusal>;

/** Older answers have a `status`, newer ones a `type` and a `code`, most have all three. */
const worded = z.object({
  detail: z.object({
    type: z.string().nullish(),
    code: z.string().nullish(),
    status: z.string().nullish(),
    message: z.string().nullish(),
    param: z.string().nullish(),
    request_id: z.string().nullish(),
  }),
});

/**
 * Converts what the SDK throws. An error without an answer (no connection, a deadline) is `busy`;
 * others come from reading the answer, which is `broken`. Throws what `isOurs`.
 */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const answer = refusal.safeParse(error).data;
  if (!answer) {
    // The SDK lets an answer of any shape through: a `TypeError` comes from reading one.
    if (isOurs(error) && !(error instanceof TypeError)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    return new ProviderFailure(provider, isSdkError(error) ? 'busy' : 'broken', message, {
      cause: error,
    });
  }
  const words = wordsOf(answer);
  const { trouble, subject } = meaningOf(answer.statusCode, words);
  const { type, code, status, message, requestId } = words;
  const parts = [answer.statusCode, type, status || code, message, requestId];
  return new ProviderFailure(provider, trouble, parts.filter(Boolean).join(' '), {
    subject,
    retryAfter: retryAfterOf(answer.rawResponse?.headers),
    cause: error,
  });
}

/** ElevenLabs' support asks for the request id. */
function wordsOf({ body, rawResponse }: Answer) {
  const detail = worded.safeParse(body).data?.detail;
  const id = detail?.request_id ?? rawResponse?.headers.get('request-id');
  return {
    type: detail?.type,
    code: detail?.code ?? '',
    status: detail?.status ?? '',
    message: detail?.message ?? '',
    param: detail?.param ?? '',
    requestId: id && `(request ${id})`,
  };
}

export function brokenAnswer(message: string): ProviderFailure {
  return new ProviderFailure(provider, 'broken', message);
}

/** Null for a provider that is busy for another reason. */
export function crowdingOf(failure: ProviderFailure): Crowding | null {
  const answer = refusal.safeParse(failure.cause).data;
  if (answer?.statusCode !== 429) return null;
  const { code, status } = wordsOf(answer);
  if (code === 'system_busy' || status === 'system_busy') return null;
  return { allowed: allowedBy(answer.rawResponse?.headers) };
}

export function allowedBy(headers: Headers | undefined): number | null {
  const allowed = Number(headers?.get('maximum-concurrent-requests'));
  return allowed > 0 ? allowed : null;
}

/** The answer was cut ("terminated" in Node's fetch), or is not what was asked for. */
export function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ProviderFailure) return false;
  if (refusal.safeParse(error).success) return false;
  return !isSdkError(error) || /^terminated/.test(error.message);
}

const sdkErrors = ['ElevenLabsError', 'ElevenLabsTimeoutError'];

function isSdkError(error: unknown): boolean {
  return error instanceof Error && sdkErrors.includes(error.name);
}

interface Meaning {
  trouble: ProviderTrouble;
  subject?: FailureSubject;
}

const refused: Meaning = { trouble: 'refused' };
const spent: Meaning = { trouble: 'spent' };
const voice: Meaning = { trouble: 'rejected', subject: 'voice' };
const order: Meaning = { trouble: 'rejected', subject: 'order' };

/** `detail.code` or the older `detail.status`; the HTTP status beside them has changed before. */
const byWord = new Map<string, Meaning>(
  Object.entries({
    quota_exceeded: spent,
    insufficient_credits: spent,
    payment_issue: spent,
    system_busy: { trouble: 'busy' },

    needs_authorization: refused,
    missing_api_key: refused,
    invalid_api_key: refused,
    missing_permissions: refused,
    insufficient_permissions: refused,
    detected_unusual_activity: refused,
    feature_not_available: refused,
    model_not_found: refused,
    model_access_denied: refused,
    invalid_model_id: refused,
    unsupported_model: refused,
    invalid_output_format: refused,
    output_format_not_allowed: refused,
    invalid_voice_settings: refused,
    unsupported_language: refused,

    voice_not_found: voice,
    voice_does_not_exist: voice,
    voice_access_denied: voice,
    voice_disabled: voice,
    voice_blocked_detected: voice,
    voice_not_fine_tuned: voice,
    voice_not_allowed_for_free_users: voice,
    free_users_not_allowed: voice,
    famous_voice_not_permitted: voice,
    ivc_not_permitted: voice,
    invalid_voice_id: voice,
    only_for_creator_plus: voice,
    'only_for_creator+': voice,
    // Voices of the library are all that we request and a free plan lacks.
    paid_plan_required: voice,

    max_character_limit_exceeded: order,
    text_too_long: order,
    input_text_empty: order,
    content_against_policy: order,
  }),
);

const byParam = new Map<string, Meaning>(
  Object.entries({
    model_id: refused,
    output_format: refused,
    language_code: refused,
    previous_text: refused,
    next_text: refused,
    voice_id: voice,
    text: order,
  }),
);

function meaningOf(
  statusCode: number,
  { code, status, param, message }: ReturnType<typeof wordsOf>,
): Meaning {
  const known = byWord.get(code) ?? byWord.get(status);
  if (known) return known;
  // For general codes such as `subscription_required` only the message says what is missing.
  const isAboutAccess = [402, 403, 404].includes(statusCode);
  if (isAboutAccess && /\bvoices?\b/i.test(message)) return voice;
  const isAboutRequest = [400, 404, 422].includes(statusCode);
  return (isAboutRequest && byParam.get(param)) || { trouble: byCode(statusCode) };
}

function byCode(code: number): ProviderTrouble {
  if (code < 400) return 'broken';
  // An unknown URL comes from our configuration.
  if (code === 401 || code === 403 || code === 404) return 'refused';
  if (code === 402) return 'spent';
  return code === 408 || code === 425 || code === 429 || code >= 500 ? 'busy' : 'rejected';
}
