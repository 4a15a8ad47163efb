import type { ClientConfig } from '#shared/config.ts';
import { loadScript } from '../script.ts';
import type { Google } from './google.ts';

type Settings = ClientConfig['firebase'];
type Gapi = {
  load(name: string, done: { callback(): void; ontimeout(): void; timeout: number }): void;
};

/** Firebase's SDK needs it for its popup, and uses one that is loaded already. */
const GAPI = 'https://apis.google.com/js/api.js';
const GAPI_PATIENCE = 15_000;
/** The age up to which a token is synced to our server, s (spec section 9). */
const TOKEN_MAX_AGE = 5 * 60;

/** Google's scripts could not be loaded: offline or blocked. */
export class GoogleUnreachable extends Error {
  constructor(cause: unknown) {
    super('Google could not be reached', { cause });
    this.name = 'GoogleUnreachable';
  }
}

let loading: Promise<Google> | null = null;

/**
 * The sign-in with Google, loaded once per visit. Browsers open a popup only right after a click, so
 * load it beforehand. Rejects with `GoogleUnreachable`; the next call tries again.
 */
export function loadGoogle(settings: Settings): Promise<Google> {
  loading ??= load(settings).catch((error: unknown) => {
    loading = null;
    throw new GoogleUnreachable(error);
  });
  return loading;
}

async function load(settings: Settings): Promise<Google> {
  // Set even when empty: otherwise the SDK looks for a cookie.
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
  const loaded = () => (window as { gapi?: Gapi }).gapi;
  if (!loaded()) await loadScript(src);
  const gapi = loaded();
  // Content blockers put an empty script in its place.
  if (!gapi) throw new Error(`${src} brought no gapi`);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = () => reject(new Error('gapi.iframes did not come'));
  gapi.load('gapi.iframes', { callback: resolve, ontimeout: late, timeout: GAPI_PATIENCE });
  await promise;
}
