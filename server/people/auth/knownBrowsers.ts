import { randomBytes } from 'node:crypto';
import type { CookieOptions, Request } from 'express';
import type { User } from '../../base/db/user.ts';
import { openSigner } from './signer.ts';

/** How long a browser stays known after signing in, seconds. */
const KNOWN_FOR = 90 * 24 * 60 * 60;
/** Enough for one family; the entry that was used longest ago is dropped. */
const ACCOUNTS_AT_MOST = 5;
const ENTRY = /^\d{1,10}\.\d{1,12}\.[\w-]{16}\.[\w-]{43}$/;

export type KnownBrowsers = ReturnType<typeof openKnownBrowsers>;

/**
 * One entry for each account, `<user>.<expiry>.<browser>.<signature>`. It grants no access, and is
 * tied to a password: someone who loses access to an account also loses the extra guesses.
 */
export function openKnownBrowsers(options: { secret: string; secure: boolean; cookieId: string }) {
  const { secret, secure, cookieId } = options;
  const signer = openSigner(secret, 'known browser');
  const name = `${secure ? '__Host-' : ''}duologue-known-${cookieId}`;
  const kept: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/' };

  const statementOf = (user: User, expires: string, id: string) => [
    user.id,
    user.passwordHash,
    expires,
    id,
  ];

  function idOf(req: Request, user: User): string | null {
    for (const entry of entriesIn(req, name)) {
      const [owner, expires = '', id = '', signature = ''] = entry.split('.');
      if (owner !== String(user.id) || Number(expires) * 1000 < Date.now()) continue;
      if (signer.isSigned(statementOf(user, expires, id), signature)) return id;
    }
    return null;
  }

  return {
    /** Null if this browser has never signed in to this account. */
    idOf,
    remember(req: Request, user: User): void {
      // Over plain HTTP a browser would reject the prefix.
      if (secure && !req.secure) return;
      const id = idOf(req, user) ?? randomBytes(12).toString('base64url');
      const others = entriesIn(req, name).filter((entry) => !entry.startsWith(`${user.id}.`));
      const expires = String(Math.floor(Date.now() / 1000) + KNOWN_FOR);
      const signature = signer.sign(statementOf(user, expires, id));
      const mine = [user.id, expires, id, signature].join('.');
      const entries = [mine, ...others].slice(0, ACCOUNTS_AT_MOST);
      req.res?.cookie(name, entries.join('~'), { ...kept, maxAge: KNOWN_FOR * 1000 });
    },
  };
}

function entriesIn(req: Request, name: string): string[] {
  const pairs = (req.get('cookie') ?? '').split('; ');
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return value.split('~').filter((entry) => ENTRY.test(entry));
}
