import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM = 22;
const SEAL = 10;

/** 176 random bits, and a seal that tells a replaced address from one that never existed. */
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
