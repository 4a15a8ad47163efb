import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, type DecodedIdToken, getAuth } from 'firebase-admin/auth';
import { ProviderFailure, timed } from '../../base/kit/provider.ts';
import type { Person, TokenCheck } from './googleSignIn.ts';

interface FirebaseOptions {
  projectId: string;
  /** The address of the public keys, as `{kid: PEM}`; null is Google's. */
  certificates: string | null;
  /** How long fetching them may take, ms. */
  deadline?: number;
}

/** Codes of an invalid token; anything else is our failure, not the visitor's. */
const BAD_TOKEN = new Set(['auth/argument-error', 'auth/id-token-expired']);

/** Throws at once if the environment would switch the verification off. */
export function firebaseTokens(options: FirebaseOptions): TokenCheck {
  // With it firebase-admin takes any unsigned token; `getAuth` reads the variable.
  if (process.env.FIREBASE_AUTH_EMULATOR_HOST) {
    throw new Error('FIREBASE_AUTH_EMULATOR_HOST disables token verification: unset it');
  }
  const app = initializeApp({ projectId: options.projectId }, randomUUID());
  const auth = getAuth(app);
  const keys = keyFetcherOf(auth);
  if (options.certificates) keys.clientCertUrl = options.certificates;

  /** First and by itself: `verifyIdToken` reports keys out of reach as a bad token. */
  async function fetchKeys(): Promise<void> {
    const late = sleep(options.deadline ?? 8000, null, { ref: false }).then(() => {
      throw new Error('late');
    });
    try {
      await Promise.race([keys.fetchPublicKeys(), late]);
    } catch (cause) {
      throw new ProviderFailure('Firebase', 'busy', 'its public keys are out of reach', { cause });
    }
  }

  return {
    async verify(token) {
      // Nearly always answered from memory.
      await timed('Firebase', fetchKeys);
      try {
        return personOf(await auth.verifyIdToken(token));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (BAD_TOKEN.has(code)) return null;
        throw error;
      }
    },
    close: () => deleteApp(app),
  };
}

function personOf(claims: DecodedIdToken): Person {
  return {
    uid: claims.uid,
    email: claims.email || null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === 'string' ? claims.name : '',
    picture: claims.picture ?? null,
    provider: claims.firebase?.sign_in_provider ?? '',
    issuedAt: new Date(claims.iat * 1000),
  };
}

interface KeyFetcher {
  clientCertUrl: string;
  /** Answers from memory until the time that the last answer's `max-age` allowed. */
  fetchPublicKeys(): Promise<unknown>;
}

/**
 * Private to firebase-admin, which has no setting for the address of the keys and reports
 * unreachable ones as a bad token. The version is pinned; if it moves, the server does not start.
 */
function keyFetcherOf(auth: Auth): KeyFetcher {
  type Inside = { idTokenVerifier?: { signatureVerifier?: { keyFetcher?: Partial<KeyFetcher> } } };
  const fetcher = (auth as unknown as Inside).idTokenVerifier?.signatureVerifier?.keyFetcher;
  if (typeof fetcher?.clientCertUrl !== 'string' || typeof fetcher.fetchPublicKeys !== 'function') {
    throw new Error('this version of firebase-admin has moved its key fetcher');
  }
  return fetcher as KeyFetcher;
}
