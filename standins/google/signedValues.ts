import { createHmac, timingSafeEqual } from 'node:crypto';

export interface Signer {
  sign(value: object): string;
  /** Returns null if the signature is invalid. */
  verify(text: string): unknown;
}

export function openSigner(secret: string): Signer {
  const signature = (body: string) => createHmac('sha256', secret).update(body).digest();
  return {
    sign(value) {
      const body = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${body}.${signature(body).toString('base64url')}`;
    },
    verify(text) {
      const [body = '', mark = ''] = text.split('.');
      const given = Buffer.from(mark, 'base64url');
      const right = signature(body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    },
  };
}
