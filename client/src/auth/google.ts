import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  GoogleAuthProvider,
  getAuth,
  onAuthStateChanged,
  setPersistence,
  signInWithPopup,
  signOut,
} from 'firebase/auth';
import type { FirebaseSessionRequest } from '#shared/account.ts';
import type { ClientConfig } from '#shared/config.ts';

export type Google = {
  /** Opens the popup. Rejects with the SDK's `FirebaseError`, about 10 s after it was closed. */
  ask: () => Promise<FirebaseSessionRequest>;
  /** Forgets who came in, so that the next sign-in begins anew. */
  forget: () => Promise<void>;
};

/** Firebase's SDK, in a chunk of its own: `loadGoogle` brings it when it is wanted. */
export function openGoogle(settings: ClientConfig['firebase']): Google {
  const { apiKey, authDomain, projectId, standin } = settings;
  // `getAuth` and not `initializeAuth`: the token sync comes with it alone.
  const auth = getAuth(initializeApp({ apiKey, authDomain, projectId }));
  if (standin) {
    connectAuthEmulator(auth, standin.url || window.location.origin, { disableWarnings: true });
  }
  setPersistence(auth, browserLocalPersistence).catch((error: unknown) => {
    console.warn('Google sign-in is not remembered', error);
  });
  onAuthStateChanged(auth, (user) => {
    console.info(`Google sign-in: ${user ? 'signed in' : 'signed out'}`);
  });

  const provider = new GoogleAuthProvider();
  provider.setCustomParameters({ prompt: 'select_account' });

  return {
    async ask() {
      const { user } = await signInWithPopup(auth, provider);
      const firebaseToken = await user.getIdToken();
      const { uid, email, displayName, photoURL } = user;
      return { firebaseToken, user: { uid, email, displayName, photoURL } };
    },
    forget: () => signOut(auth),
  };
}
