import {
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
} from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Signs with RS256, because the product always verifies signatures. */
export interface Keys {
  /** `{kid: PEM}`, Google's format. */
  certificates: Record<string, string>;
  /** Returns a compact JWS (RFC 7515). */
  sign(claims: Record<string, unknown>): string;
  /** Returns the claims of a token signed here, expired or not; null for any other text. */
  read(token: string): Record<string, unknown> | null;
}

/** The key is kept in `dir`, so that tokens stay valid after a restart. */
export function openKeys(dir: string): Keys {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'key.pem');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  const key = createPrivateKey(readFileSync(file));
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const kid = createHash('sha256').update(pem).digest('hex').slice(0, 40);

  return {
    certificates: { [kid]: pem },
    sign(claims) {
      const head = encode({ alg: 'RS256', kid, typ: 'JWT' });
      const body = `${head}.${encode(claims)}`;
      return `${body}.${createSign('RSA-SHA256').update(body).sign(key, 'base64url')}`;
    },
    read(token) {
      const [head = '', body = '', signature = ''] = token.split('.');
      const check = createVerify('RSA-SHA256').update(`${head}.${body}`);
      if (!check.verify(pem, signature, 'base64url')) return null;
      return JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
    },
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
