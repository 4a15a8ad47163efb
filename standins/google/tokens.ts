import type { Keys } from './keys.ts';

/** `sub` is the person's Google id, `uid` their Firebase id. */
export interface Person {
  uid: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  picture: string | null;
}

export const TOKEN_SECONDS = 3600;

/**
 * With Firebase's claims (firebase.google.com/docs/auth/admin/verify-id-tokens). `now`, when it is
 * issued, and `signedInAt` are in Unix milliseconds.
 */
export function idToken(
  keys: Keys,
  projectId: string,
  person: Person,
  { now = Date.now(), signedInAt = now }: { now?: number; signedInAt?: number } = {},
): string {
  const seconds = Math.floor(now / 1000);
  return keys.sign({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    auth_time: Math.floor(signedInAt / 1000),
    iat: seconds,
    exp: seconds + TOKEN_SECONDS,
    sub: person.uid,
    user_id: person.uid,
    name: person.name,
    ...(person.picture ? { picture: person.picture } : {}),
    email: person.email,
    email_verified: person.emailVerified,
    firebase: {
      identities: { 'google.com': [person.sub], email: [person.email] },
      sign_in_provider: 'google.com',
    },
  });
}
