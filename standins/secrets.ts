import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * 64 hex characters per name, the same after a restart. All derive from one file that only its
 * owner can read.
 */
export function openSecrets(dir: string): (name: string) => string {
  mkdirSync(dir, { recursive: true });
  const root = rootSecret(path.join(dir, 'secret'));
  return (name) => createHmac('sha256', root).update(name).digest('hex');
}

function rootSecret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
