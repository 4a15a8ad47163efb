import type { Keys } from './keys.ts';

/** Who signs in; `sub` is Google's id of the person, `uid` Firebase's. */
export interface Person {
  uid: string;
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
  picture: string | null;
}

/** Seconds a Firebase ID token is good for. */
export const TOKEN_SECONDS = 3600;

/**
 * An ID token with the claims of Firebase's own (firebase.google.com/docs/auth/admin/verify-id-tokens).
 * `now` is when it is made, `signedInAt` when the person came in; both in Unix milliseconds.
 */
export function idToken(
  keys: Keys,
  projectId: string,
  person: Person,
  now = Date.now(),
  signedInAt = now,
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
