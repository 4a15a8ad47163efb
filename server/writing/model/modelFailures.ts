import OpenAI from 'openai';
import { ProviderFailure, retryAfterOf } from '../../base/kit/provider.ts';

export const PROVIDER = 'OpenAI';
/** A problem with the account itself, whatever the status. */
const SPENT = /insufficient_quota|billing_hard_limit_reached|billing_not_active/;
const REFUSED =
  /invalid_api_key|account_deactivated|model_not_found|invalid_organization|insufficient_permissions/;
/** OpenAI rejects the buyer's text, whatever the status. */
const CONTENT = /content_policy|content_filter|invalid_prompt/;
/** A malformed request fails for every order: our configuration is wrong. */
const MISCONFIGURED = /unsupported_|unknown_parameter|invalid_type|invalid_value|missing_required/;
const ALWAYS_SENT =
  /^(?:model|stream|stream_options|reasoning|reasoning_effort|response_format|max_completion_tokens|max_output_tokens|tools|max_tool_calls|store|instructions|prompt_cache_\w+|safety_identifier)\b/;
/** Parameters that hold the buyer's text. */
const TEXT =
  /^(?:messages(?:\[\d+\]\.content|\.\d+\.content)?(?:\[\d+\]\.text)?|input(?:\[\d+\])?)$/;
/** Waiting does not help this 429: one request exceeds the account's limit per minute. */
const TOO_LARGE = /request too large/i;

export const broken = (message: string) => new ProviderFailure(PROVIDER, 'broken', message);
export const rejected = (message: string) =>
  new ProviderFailure(PROVIDER, 'rejected', message, { subject: 'order' });

/** An answer that is used only in part, or not at all. `again` tells the next request why. */
export class Unfit extends ProviderFailure {
  readonly again: string;
  constructor(again: string) {
    super(PROVIDER, 'broken', again);
    this.again = again;
  }
}

/** Not ours: `fetch` throws a `TypeError` for a broken connection, the SDK for an HTML answer. */
export function isOurs(error: unknown): boolean {
  if (!(error instanceof Error) || 'code' in error) return false;
  if (error instanceof TypeError) {
    const [thrownAt = ''] = /^ +at .+$/m.exec(error.stack ?? '') ?? [];
    return (
      !/^(?:terminated|fetch failed)/.test(error.message) && !/node_modules.openai/.test(thrownAt)
    );
  }
  return error instanceof RangeError || error instanceof ReferenceError;
}

/** Rethrows what `isOurs`. Codes: platform.openai.com/docs/guides/error-codes. */
export function failureOf(error: unknown, provider = PROVIDER): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof OpenAI.APIConnectionError) {
    const isLate = error instanceof OpenAI.APIConnectionTimeoutError;
    const message = isLate ? 'timed out' : 'no connection';
    return new ProviderFailure(provider, 'busy', message, { cause: error });
  }
  if (error instanceof OpenAI.APIError) return apiFailure(error, provider);
  if (isOurs(error)) throw error;
  // A cut stream is a bare `TypeError: terminated`, garbage a `SyntaxError`.
  const message = error instanceof Error ? error.message : 'unreadable answer';
  return new ProviderFailure(provider, 'broken', message, { cause: error });
}

function apiFailure(
  error: InstanceType<typeof OpenAI.APIError>,
  provider: string,
): ProviderFailure {
  // An error within a stream has no status, only a code and a type.
  const status = error.status ?? 0;
  const code = `${error.code ?? ''} ${error.type ?? ''}`;
  const because = (trouble: ProviderFailure['trouble'], subject?: 'order') =>
    new ProviderFailure(provider, trouble, error.message, {
      cause: error,
      subject,
      retryAfter: retryAfter(error.headers),
    });
  if (CONTENT.test(code)) return because('rejected', 'order');
  if (status === 402 || SPENT.test(code)) return because('spent');
  if (status === 401 || status === 403 || REFUSED.test(code)) return because('refused');
  if (status === 404 || isMisconfigured(error)) return because('refused');
  if (status === 429 && TOO_LARGE.test(error.message)) return because('refused');
  if (status === 408 || status === 409 || status === 429 || status >= 500) return because('busy');
  if (status >= 400) return because('rejected');
  return because('busy');
}

function isMisconfigured({ status, code, param }: InstanceType<typeof OpenAI.APIError>): boolean {
  if (status !== undefined && status !== 400 && status !== 422) return false;
  if (TEXT.test(param ?? '')) return false;
  return MISCONFIGURED.test(code ?? '') || ALWAYS_SENT.test(param ?? '');
}

const UNKNOWN = /invalid_api_key|account_deactivated|invalid_organization/;

/** Null where the key or the server does not list models: it may still write. */
export function unlessWithheld(error: unknown): null {
  const failure = failureOf(error);
  const { trouble, cause } = failure;
  const isUnknown = cause instanceof OpenAI.APIError && UNKNOWN.test(cause.code ?? '');
  if (trouble === 'refused' && !isUnknown) return null;
  throw failure;
}

/** Milliseconds. OpenAI has a more exact header of its own. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  return exact >= 0 ? exact : retryAfterOf(headers);
}
