import type { FirebaseSettings } from '#shared/config.ts';
import { loadScript } from '../../api/script.ts';
import type { Google } from './google.ts';

type Settings = FirebaseSettings;

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

export class GoogleUnreachable extends Error {
  constructor(cause: unknown) {
    super(
      'We couldn’t reach Google. Check your connection or content blocker and try again, or use email and password.',
      { cause },
    );
    this.name = 'GoogleUnreachable';
  }
}

let loading: Promise<Google> | null = null;

/** Loads once. Call it before the click that opens the popup. Rejects with `GoogleUnreachable`. */
export function loadGoogle(settings: Settings): Promise<Google> {
  loading ??= load(settings).catch((error: unknown) => {
    loading = null;
    throw new GoogleUnreachable(error);
  });
  return loading;
}

async function load(settings: Settings): Promise<Google> {
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
