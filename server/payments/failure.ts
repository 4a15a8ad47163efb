import { ApiError } from '@paddle/paddle-node-sdk';
import { ProviderFailure, timed } from '../provider.ts';

/**
 * Runs one call of the SDK, which has no timeout of its own: a hanging Paddle would hang us.
 * Throws `ProviderFailure`, whatever the SDK threw. Nothing is asked twice: a POST that seemed
 * lost may have arrived.
 */
export function ask<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
  return timed('Paddle', () => askWithin(deadline, call));
}

async function askWithin<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ProviderFailure('Paddle', 'busy', `no answer within ${deadline} ms`)),
      deadline,
    );
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** True when Paddle answered that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof ProviderFailure &&
    error.cause instanceof ApiError &&
    ['entity_not_found', 'not_found'].includes(error.cause.code)
  );
}

function asFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const fail = (trouble: ProviderFailure['trouble'], message: string, retryAfter?: number) =>
    new ProviderFailure('Paddle', trouble, message, { cause: error, retryAfter });

  if (error instanceof ApiError) {
    const wait = error.retryAfter ? error.retryAfter * 1000 : undefined;
    return fail(troubleOf(error), `${error.code}: ${error.detail}`, wait);
  }
  // The SDK parses whatever comes: a proxy's HTML page is a bare SyntaxError, a body without
  // `data` a TypeError from the entity's constructor. Node's fetch says "fetch failed".
  if (error instanceof TypeError && error.message === 'fetch failed') {
    return fail('busy', 'out of reach');
  }
  return fail('broken', 'the answer could not be read');
}

/** https://developer.paddle.com/errors; the SDK does not tell the HTTP status. */
function troubleOf({ type, code }: ApiError): ProviderFailure['trouble'] {
  if (code === 'too_many_requests' || type === 'api_error') return 'busy';
  const keyTroubles = [
    'authentication_missing',
    'authentication_malformed',
    'invalid_token',
    'forbidden',
    'paddle_billing_not_enabled',
  ];
  return keyTroubles.includes(code) ? 'refused' : 'rejected';
}
