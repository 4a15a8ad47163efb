import { randomBytes } from 'node:crypto';

/** 144 random bits in 24 URL-safe characters. */
export function newToken(): string {
  return randomBytes(18).toString('base64url');
}
