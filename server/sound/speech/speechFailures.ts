import { z } from 'zod';
import { ProviderFailure, retryAfterOf } from '../../base/kit/provider.ts';
import { isOurs } from '../../writing/model/modelFailures.ts';
import { meaningOf } from './errorCodes.ts';
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
  const { type, requestId, ...words } = errorFieldsOf(answer);
  const { trouble, subject } = meaningOf({ statusCode: answer.statusCode, ...words });
  const { code, status, message } = words;
  const parts = [answer.statusCode, type, status ?? code, message, requestId && `(${requestId})`];
  return new ProviderFailure(provider, trouble, parts.filter(Boolean).join(' '), {
    subject,
    retryAfter: retryAfterOf(answer.rawResponse?.headers),
    cause: error,
  });
}

/** ElevenLabs' support asks for the request id. */
function errorFieldsOf({ body, rawResponse }: Answer) {
  const detail = worded.safeParse(body).data?.detail;
  const id = detail?.request_id ?? rawResponse?.headers.get('request-id');
  return {
    type: detail?.type ?? undefined,
    code: detail?.code ?? undefined,
    status: detail?.status ?? undefined,
    message: detail?.message ?? undefined,
    param: detail?.param ?? undefined,
    requestId: id ? `request ${id}` : undefined,
  };
}

export function brokenAnswer(message: string): ProviderFailure {
  return new ProviderFailure(provider, 'broken', message);
}

/** Null for a provider that is busy for another reason. */
export function crowdingOf(failure: ProviderFailure): Crowding | null {
  const answer = refusal.safeParse(failure.cause).data;
  if (answer?.statusCode !== 429) return null;
  const { code, status } = errorFieldsOf(answer);
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
