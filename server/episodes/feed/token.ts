import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM = 22;
const SEAL = 10;

/**
 * The secret part of a feed's address: 176 random bits, which stand for a password, and a seal of
 * ours. By the seal an address that was given once and then replaced is told from one that never
 * was, although nothing is kept of it.
 */
export function newFeedToken(secret: string): string {
  const random = randomBytes(RANDOM);
  return Buffer.concat([random, sealOf(random, secret)]).toString('base64url');
}

export function wasGiven(token: string, secret: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== RANDOM + SEAL) return false;
  return timingSafeEqual(bytes.subarray(RANDOM), sealOf(bytes.subarray(0, RANDOM), secret));
}

function sealOf(random: Buffer, secret: string): Buffer {
  const seal = createHmac('sha256', secret).update('address of a feed:').update(random).digest();
  return seal.subarray(0, SEAL);
}
