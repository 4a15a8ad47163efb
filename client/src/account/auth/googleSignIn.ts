import type { FirebaseSessionRequest } from '#shared/account.ts';
import type { FirebaseSettings } from '#shared/config.ts';
import { createFirebaseSession } from '../../api/auth.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { loadScript } from '../../api/script.ts';
import { fetchUser } from '../../api/session.ts';
import type { Google } from './google.ts';

/** Firebase's SDK needs it for its popup and reuses it if it is loaded. */
const GAPI = 'https://apis.google.com/js/api.js';
const GAPI_TIMEOUT = 15_000;
/** Maximum age of a token that is synced to our server, s. */
const TOKEN_MAX_AGE = 5 * 60;

declare global {
  interface Window {
    gapi?: {
      load(name: string, done: { callback(): void; ontimeout(): void; timeout: number }): void;
    };
  }
}

const UNREACHABLE =
  'We couldn’t reach Google. Check your connection or content blocker and try again, or use email and password.';

let loading: Promise<Google> | null = null;

/** Loads once. Call it before the click that opens the popup. */
export function loadGoogle(settings: FirebaseSettings): Promise<Google> {
  loading ??= load(settings).catch((cause: unknown) => {
    loading = null;
    throw new Error(UNREACHABLE, { cause });
  });
  return loading;
}

async function load(settings: FirebaseSettings): Promise<Google> {
  // Set even if empty: otherwise the SDK looks for a cookie.
  const sync = settings.tokenSyncUrl
    ? { _authTokenSyncURL: settings.tokenSyncUrl, _authIdTokenMaxAge: TOKEN_MAX_AGE }
    : {};
  Object.assign(globalThis, { __FIREBASE_DEFAULTS__: sync });
  const [{ openGoogle }] = await Promise.all([
    import('./google.ts'),
    loadGapi(settings.standin?.script ?? GAPI),
  ]);
  return openGoogle(settings);
}

async function loadGapi(src: string): Promise<void> {
  if (!window.gapi) await loadScript(src);
  // Content blockers replace the script with an empty one.
  if (!window.gapi) throw new Error(`${src} did not set window.gapi`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const ontimeout = () => reject(new Error('gapi.iframes did not load in time'));
  window.gapi.load('gapi.iframes', { callback: resolve, ontimeout, timeout: GAPI_TIMEOUT });
  await promise;
}

/** Ms. */
const CHECK_EVERY = 250;
/** Checks in a row that must find it closed: an account chosen in it may be on its way. */
const CHECKS = 3;

/** Firebase's SDK hides its popup and takes ten seconds to notice that it was closed. */
export function watchNextWindow(onClosed: () => void): () => void {
  const open = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;

  function watchedOpen(...args: Parameters<typeof window.open>) {
    window.open = open;
    const opened = open.apply(window, args);
    let seen = 0;
    timer = setInterval(() => {
      seen = opened?.closed && document.hasFocus() ? seen + 1 : 0;
      if (seen < CHECKS) return;
      clearInterval(timer);
      onClosed();
    }, CHECK_EVERY);
    return opened;
  }
  window.open = watchedOpen;

  return () => {
    if (window.open === watchedOpen) window.open = open;
    clearInterval(timer);
  };
}

/** Delay before the new session is checked, ms. */
const SETTLE = 1000;

const UNCONFIRMED = 'Google knows you, but we couldn’t confirm your session. Please try again.';

/** Google's sign-in succeeded, but our server created no session. */
export class SessionFailure extends Error {
  constructor(message: string) {
    super(message || 'Session creation failed');
    this.name = 'SessionFailure';
  }
}

/** Returns whether the account is new. Throws `SessionFailure`. */
export async function createGoogleSession(identity: FirebaseSessionRequest): Promise<boolean> {
  const reply = await createFirebaseSession(identity).catch((error: unknown): never => {
    // Shows our own messages and connection errors, but no HTML page or truncated reply.
    const sentence = error instanceof ApiError ? error.problem?.message : undefined;
    throw new SessionFailure(sentence ?? (error instanceof TypeError ? messageOf(error) : ''));
  });
  const { success, message, isNewUser } = reply;
  if (!success) throw new SessionFailure(message);
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const user = await fetchUser().catch(() => null);
  if (!user) throw new SessionFailure(UNCONFIRMED);
  return isNewUser;
}
