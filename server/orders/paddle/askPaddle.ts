import { ApiError } from '@paddle/paddle-node-sdk';
import { ProviderFailure, type ProviderTrouble, timed } from '../../base/kit/provider.ts';
import { unlessAborted } from '../../base/kit/unlessAborted.ts';

/** Never retries: a POST without a reply may have arrived. Throws only `ProviderFailure`. */
export function ask<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
  return timed('Paddle', () => askWithin(deadline, call));
}

async function askWithin<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
  const late = AbortSignal.timeout(deadline);
  try {
    return await unlessAborted(call(), late);
  } catch (error) {
    if (error !== late.reason) throw asFailure(error);
    throw new ProviderFailure('Paddle', 'busy', `no answer within ${deadline} ms`);
  }
}

export function isMissing(error: unknown): boolean {
  return (
    error instanceof ProviderFailure &&
    error.cause instanceof ApiError &&
    ['entity_not_found', 'not_found'].includes(error.cause.code)
  );
}

function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ApiError) return apiFailure(error);
  const fail = (trouble: ProviderTrouble, message: string) =>
    new ProviderFailure('Paddle', trouble, message, { cause: error });
  // The SDK parses any reply: a proxy's HTML page is a bare SyntaxError, a body without `data` a
  // TypeError from the entity's constructor. Node's fetch says "fetch failed".
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return fail('busy', 'out of reach');
  }
  return fail('broken', 'the answer could not be read');
}

function apiFailure(error: ApiError): ProviderFailure {
  const trouble = troubleOf(error);
  return new ProviderFailure('Paddle', trouble, `${error.code}: ${error.detail}`, {
    cause: error,
    retryAfter: error.retryAfter ? error.retryAfter * 1000 : undefined,
    subject: trouble === 'rejected' && isAboutBuyer(error) ? 'order' : undefined,
  });
}

/** Codes about our key, our account or its settings (https://developer.paddle.com/errors). */
const REFUSED = new Set([
  'forbidden',
  'invalid_token',
  'paddle_billing_not_enabled',
  'product_tax_category_not_approved',
  'transaction_checkout_not_enabled',
  'transaction_checkout_url_domain_is_not_approved',
  'transaction_creation_blocked',
  'transaction_default_checkout_url_not_set',
]);

/** The SDK does not expose the HTTP status. */
function troubleOf({ type, code }: ApiError): ProviderTrouble {
  if (code === 'too_many_requests' || type === 'api_error') return 'busy';
  return REFUSED.has(code) || code.startsWith('authentication_') ? 'refused' : 'rejected';
}

/** Codes and fields begin with their entity: `customer_email_invalid`, `address.country_code`. */
const BUYERS = /^(?:transaction_)?(?:customer|address|business|discount)(?:[._]|$)|email/;

const isAboutBuyer = ({ code, errors }: ApiError) =>
  BUYERS.test(code) || Boolean(errors?.some(({ field }) => BUYERS.test(field)));
