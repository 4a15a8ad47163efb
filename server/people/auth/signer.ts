import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** `secret` also signs sessions; a key derived for one purpose is useless for another. */
export function openSigner(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `duologue: ${purpose}`, 32));
  const sign = (statement: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(statement)).digest('base64url');
  return {
    /** 43 characters of base64url. */
    sign,
    isSigned(statement: unknown[], signature: string): boolean {
      const [a, b] = [Buffer.from(sign(statement)), Buffer.from(signature)];
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}
