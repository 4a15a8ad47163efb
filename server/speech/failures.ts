import { z } from 'zod';
import { ProviderFailure, retryAfterOf } from '../provider.ts';
import { meaningOf } from './errorCodes.ts';

export const provider = 'ElevenLabs';

/** An answer other than success as the SDK throws it; read by shape, so as not to load the SDK. */
const refusal = z.object({
  statusCode: z.number(),
  body: z.unknown(),
  rawResponse: z.object({ headers: z.instanceof(Headers) }).optional(),
});
type Answer = z.infer<typeof refusal>;

/** The older answers have a `status`, the newer ones a `type` and a `code`, most of them all three. */
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
 * Whatever the SDK threw, as one of our five troubles. Its error without an answer (no connection,
 * a deadline) is a passing fault; what is not its own error came from reading the answer, so the
 * answer was broken.
 */
export function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const answer = refusal.safeParse(error).data;
  if (!answer) {
    const message = error instanceof Error ? error.message : String(error);
    return new ProviderFailure(provider, isSdkError(error) ? 'busy' : 'broken', message, {
      cause: error,
    });
  }
  const { type, requestId, ...words } = wordsOf(answer);
  const { trouble, subject } = meaningOf({ statusCode: answer.statusCode, ...words });
  const { code, status, message } = words;
  const said = [answer.statusCode, type, status ?? code, message, requestId && `(${requestId})`];
  return new ProviderFailure(provider, trouble, said.filter(Boolean).join(' '), {
    subject,
    retryAfter: retryAfterOf(answer.rawResponse?.headers),
    cause: error,
  });
}

/** What an answer says of itself. ElevenLabs' support asks for the id of the request. */
function wordsOf({ body, rawResponse }: Answer) {
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

/** What went wrong here while an answer was read, as `cause`: the provider is not to blame for it. */
export class OwnFault extends Error {
  constructor(cause: unknown) {
    super('this machine could not read the answer', { cause });
    this.name = 'OwnFault';
  }
}

/** An answer that arrived and cannot be used. */
export function brokenAnswer(message: string): ProviderFailure {
  return new ProviderFailure(provider, 'broken', message);
}

/** True when the provider says that too many of our calls are in flight, not that it is busy itself. */
export function isTooMany(failure: ProviderFailure): boolean {
  const answer = refusal.safeParse(failure.cause).data;
  if (answer?.statusCode !== 429) return false;
  const { code, status } = wordsOf(answer);
  return code !== 'system_busy' && status !== 'system_busy';
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

const sdkErrors = ['ElevenLabsError', 'ElevenLabsTimeoutError'];

function isSdkError(error: unknown): boolean {
  return error instanceof Error && sdkErrors.includes(error.name);
}
