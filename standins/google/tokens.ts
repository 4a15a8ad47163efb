import type { Keys } from './keys.ts';

/** The person who signs in; `sub` is their Google id, `uid` their Firebase id. */
export interface Person {
  uid: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  picture: string | null;
}

/** Lifetime of a Firebase ID token. */
export const TOKEN_SECONDS = 3600;

/**
 * An ID token with Firebase's claims (firebase.google.com/docs/auth/admin/verify-id-tokens). `now` is
 * when it is issued, `signedInAt` when the person signed in; both in Unix milliseconds.
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
