import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id in Paddle's format: `txn_` and a lower-case ULID of 26 characters, so ids sort by age. */
export function newId(prefix: string): string {
  let time = Date.now();
  let stamp = '';
  for (let place = 0; place < 10; place++) {
    stamp = ALPHABET.charAt(time % 32) + stamp;
    time = Math.floor(time / 32);
  }
  const random = [...randomBytes(16)].map((byte) => ALPHABET.charAt(byte % 32)).join('');
  return `${prefix}_${stamp}${random}`;
}
