import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import { log } from '../../base/kit/log.ts';

/** Seconds between Paddle's clock and ours, in either direction; retries are signed anew. */
const TOLERANCE = 30;

/** During a rotation Paddle signs with each active secret; more signatures than this are an attack. */
const MOST_SIGNATURES = 10;

/**
 * Checks `Paddle-Signature: ts=<unix seconds>;h1=<hex>[;h1=<hex>…]`, where each h1 is HMAC-SHA256
 * over `<ts>:<raw body>` (https://developer.paddle.com/webhooks/signature-verification); one match
 * is enough. The SDK's own check accepts times in the future, reads only the last signature and
 * compares with `===`. Throws `Problem('bad_signature')`.
 */
export function checkSignature(
  rawBody: Buffer,
  header: string | undefined,
  secrets: string[],
  now = Date.now(),
): void {
  const { time, signatures } = readHeader(header ?? '');
  if (!time || !signatures.length || signatures.length > MOST_SIGNATURES) {
    throw new Problem('bad_signature', 'The request is not signed');
  }
  if (!secrets.some((secret) => matches(rawBody, time, secret, signatures))) {
    throw new Problem('bad_signature', 'The signature does not match the request');
  }
  const ahead = Math.round(Number(time) - now / 1000);
  if (Math.abs(ahead) > TOLERANCE) {
    // The secret is right: a clock is wrong, or somebody replays a request.
    log.error({ ahead }, `a webhook is signed ${ahead} s ahead of the clock here, and was refused`);
    throw new Problem('bad_signature', 'The signature is too old or from the future');
  }
}

function readHeader(header: string): { time: string | undefined; signatures: Buffer[] } {
  const parts = header.split(';').map((part) => part.trim());
  const values = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  return {
    time: values('ts').find((value) => /^\d{1,12}$/.test(value)),
    signatures: values('h1')
      .filter((value) => /^[0-9a-f]{64}$/i.test(value))
      .map((value) => Buffer.from(value, 'hex')),
  };
}

function matches(rawBody: Buffer, time: string, secret: string, signatures: Buffer[]): boolean {
  const expected = createHmac('sha256', secret).update(`${time}:`).update(rawBody).digest();
  // Compare every signature, so that the time taken does not reveal which one matched.
  return signatures.filter((signature) => timingSafeEqual(signature, expected)).length > 0;
}
