import { createHmac, timingSafeEqual } from 'node:crypto';

/** Hands out small pieces of text that only we can have written: nothing needs to be remembered. */
export interface Seals {
  seal(value: object): string;
  /** What was sealed, or null when it was not sealed here. */
  unseal(text: string): unknown;
}

export function openSeals(secret: string): Seals {
  const sign = (body: string) => createHmac('sha256', secret).update(body).digest();
  return {
    seal(value) {
      const body = Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${body}.${sign(body).toString('base64url')}`;
    },
    unseal(text) {
      const [body = '', mark = ''] = text.split('.');
      const given = Buffer.from(mark, 'base64url');
      const right = sign(body);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    },
  };
}
