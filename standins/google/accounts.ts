import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Person } from './tokens.ts';

export type GoogleProfile = Pick<Person, 'email' | 'emailVerified' | 'name'>;

/** Unix milliseconds. */
export interface Account extends Person {
  createdAt: number;
  lastLoginAt: number;
}

export type Accounts = ReturnType<typeof openAccounts>;

/** Each user is stored before an answer contains them. */
export function openAccounts(dir: string) {
  mkdirSync(dir, { recursive: true });
  const file = path.join(dir, 'accounts.json');
  const kept: Account[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const accounts = new Map(kept.map((account) => [account.uid, account]));

  return {
    find: (uid: string) => accounts.get(uid),
    recent: () => [...accounts.values()].sort((one, two) => two.lastLoginAt - one.lastLoginAt),
    signIn(profile: GoogleProfile, now = Date.now()): { account: Account; isNew: boolean } {
      const sub = subjectOf(profile.email);
      const uid = uidOf(sub);
      const known = accounts.get(uid);
      const account = {
        ...profile,
        uid,
        sub,
        picture: null,
        createdAt: known?.createdAt ?? now,
        lastLoginAt: now,
      };
      accounts.set(uid, account);
      writeFileSync(`${file}.new`, JSON.stringify([...accounts.values()]), { mode: 0o600 });
      renameSync(`${file}.new`, file);
      return { account, isNew: !known };
    },
  };
}

/** 21 digits, always the same for the same address. */
function subjectOf(email: string): string {
  const number = BigInt(`0x${hash(email.toLowerCase()).toString('hex').slice(0, 20)}`);
  return `1${(number % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** 28 letters and digits. */
function uidOf(sub: string): string {
  return hash(`firebase ${sub}`).toString('base64').replace(/\W/g, '').slice(0, 28);
}

function hash(text: string): Buffer {
  return createHash('sha512').update(text).digest();
}
