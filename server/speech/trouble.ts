import { z } from 'zod';
import { ProviderFailure, type ProviderTrouble, retryAfterOf } from '../provider.ts';

export const provider = 'ElevenLabs';

/** An answer other than success as the SDK throws it; read by shape, so as not to load the SDK. */
const refusal = z.object({
  statusCode: z.number(),
  body: z.unknown(),
  rawResponse: z.object({ headers: z.instanceof(Headers) }).optional(),
});
const worded = z.object({
  detail: z.object({ status: z.string(), message: z.string().optional() }),
});

/** What `detail.status` means to us, whatever HTTP status it travels with. */
const byStatus: Record<string, ProviderTrouble> = {
  quota_exceeded: 'spent',
  payment_required: 'spent',
  payment_issue: 'spent',
  voice_not_found: 'rejected',
  voice_access_denied: 'rejected',
  invalid_api_key: 'refused',
  system_busy: 'busy',
};

/**
 * Whatever the SDK threw, as one of our five troubles. Its error without an answer (no connection,
 * a deadline) is a passing fault; what is not its own error came from reading the answer, so the
 * answer was broken.
 */
export function troubleOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const answer = refusal.safeParse(error).data;
  if (!answer) {
    const message = error instanceof Error ? error.message : String(error);
    return new ProviderFailure(provider, isSdkError(error) ? 'busy' : 'broken', message, {
      cause: error,
    });
  }
  const detail = worded.safeParse(answer.body).data?.detail;
  return new ProviderFailure(
    provider,
    byStatus[detail?.status ?? ''] ?? byCode(answer.statusCode),
    [answer.statusCode, detail?.status, detail?.message].filter(Boolean).join(' '),
    { retryAfter: retryAfterOf(answer.rawResponse?.headers), cause: error },
  );
}

/** An answer that arrived and cannot be used. */
export function brokenAnswer(message: string): ProviderFailure {
  return new ProviderFailure(provider, 'broken', message);
}

/** True when the provider says that too many of our calls are in flight, not that it is busy itself. */
export function isTooMany(failure: ProviderFailure): boolean {
  const answer = refusal.safeParse(failure.cause).data;
  if (answer?.statusCode !== 429) return false;
  return worded.safeParse(answer.body).data?.detail.status !== 'system_busy';
}

/** Calls at once that the account allows, where an answer names them. */
export function allowedBy(headers: Headers | undefined): number | null {
  const allowed = Number(headers?.get('maximum-concurrent-requests'));
  return allowed > 0 ? allowed : null;
}

/** The same of a refusal. */
export function allowedByFailure(failure: ProviderFailure): number | null {
  return allowedBy(refusal.safeParse(failure.cause).data?.rawResponse?.headers);
}

function byCode(code: number): ProviderTrouble {
  if (code < 400) return 'broken';
  if (code === 401 || code === 403) return 'refused';
  if (code === 402) return 'spent';
  return code === 408 || code === 425 || code === 429 || code >= 500 ? 'busy' : 'rejected';
}

const sdkErrors = ['ElevenLabsError', 'ElevenLabsTimeoutError'];

function isSdkError(error: unknown): boolean {
  return error instanceof Error && sdkErrors.includes(error.name);
}
