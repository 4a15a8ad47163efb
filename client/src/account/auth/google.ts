import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  signOut as firebaseSignOut,
  GoogleAuthProvider,
  getAuth,
  onAuthStateChanged,
  setPersistence,
  signInWithPopup,
} from 'firebase/auth';
import type { FirebaseSessionRequest } from '#shared/account.ts';
import type { FirebaseSettings } from '#shared/config.ts';

export type Google = ReturnType<typeof openGoogle>;

/** Imports Firebase's SDK: import this module only through `loadGoogle`. */
export function openGoogle(settings: FirebaseSettings) {
  const { apiKey, authDomain, projectId, standin } = settings;
  // `initializeAuth` lacks the token sync.
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
    /** Opens the popup. Rejects with the SDK's `FirebaseError`, about 10 s after it was closed. */
    async signIn(): Promise<FirebaseSessionRequest> {
      const { user } = await signInWithPopup(auth, provider);
      const firebaseToken = await user.getIdToken();
      const { uid, email, displayName, photoURL } = user;
      return { firebaseToken, user: { uid, email, displayName, photoURL } };
    },
    signOut: () => firebaseSignOut(auth),
  };
}
