import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs what we want to be shown again, so that nothing about it has to be stored. */
export interface Signer {
  /** 43 characters of base64url. */
  sign(statement: unknown[]): string;
  isSigned(statement: unknown[], signature: string): boolean;
}

/** `secret` signs sessions too; what is derived from it for one purpose is good for no other. */
export function openSigner(secret: string, purpose: string): Signer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `duologue: ${purpose}`, 32));
  const sign = (statement: unknown[]) =>
    createHmac('sha256', key).update(JSON.stringify(statement)).digest('base64url');
  return {
    sign,
    isSigned(statement, signature) {
      const [a, b] = [Buffer.from(sign(statement)), Buffer.from(signature)];
      return a.length === b.length && timingSafeEqual(a, b);
    },
  };
}
