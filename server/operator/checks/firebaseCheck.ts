import { z } from 'zod';
import { type Check, type Finding, findingOf } from './check.ts';

interface Settings {
  apiKey: string;
  authDomain: string;
  publicUrl: string;
  /** Address of the public keys of tokens; null for Google's. */
  certificates: string | null;
  /** Address of the Identity Toolkit, without a trailing slash; null for Google's. */
  identity: string | null;
}

const IDENTITY = 'https://identitytoolkit.googleapis.com';
const CERTIFICATES =
  'https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';

const project = z.object({ authorizedDomains: z.array(z.string()) });
const refusal = z.object({ error: z.object({ message: z.string() }) });

const finding = findingOf('Firebase');

/** Sends Google a sign-in's requests: from our pages, and from the popup on the auth domain. */
export function firebaseCheck(settings: Settings): Check {
  const { apiKey, authDomain, publicUrl } = settings;
  const identity = settings.identity ?? IDENTITY;
  const site = new URL(publicUrl);

  async function projectFor(
    page: string,
    signal: AbortSignal,
  ): Promise<[Finding, string[] | null]> {
    const url = `${identity}/v1/projects?key=${encodeURIComponent(apiKey)}`;
    const reply = await ask(url, { headers: { Referer: page } }, signal);
    if (!reply)
      return [
        finding(
          false,
          `Google does not answer at ${new URL(identity).host}: check this server's internet connection.`,
        ),
        null,
      ];
    const known = project.safeParse(reply.body);
    if (reply.ok && known.success) {
      return [finding(true, `The Firebase key works from ${page}.`), known.data.authorizedDomains];
    }
    const words = refusal.safeParse(reply.body).data?.error.message ?? 'nothing of use';
    if (/referer/i.test(words)) {
      const cure = `The Firebase key may not be used from ${page}: in Google Cloud, Credentials, allow it both ${site.origin}/* and https://${authDomain}/*.`;
      return [finding(false, `${cure} Google said: ${words}`), null];
    }
    return [
      finding(
        false,
        `Google refuses the Firebase key: check FIREBASE_API_KEY. Google said: ${words}`,
      ),
      null,
    ];
  }

  return async ({ signal }) => {
    const [ours, domains] = await projectFor(`${site.origin}/`, signal);
    const [popup, others] = await projectFor(`https://${authDomain}/`, signal);
    const authorized = domains ?? others;
    const isListed = authorized?.some((one) => `.${site.hostname}`.endsWith(`.${one}`));
    const host = isListed
      ? `People may sign in at ${site.hostname}.`
      : `Nobody can sign in with Google at ${site.hostname}: add it in Firebase, Authentication, Settings, Authorized domains.`;
    const keys = await ask(settings.certificates ?? CERTIFICATES, {}, signal);
    const reachable = keys?.ok === true;
    const tokens = reachable
      ? "Google's public keys can be read."
      : "Google's public keys can't be read, so nobody can sign in: let this server reach www.googleapis.com.";
    return [
      ours,
      popup,
      ...(authorized ? [finding(isListed === true, host)] : []),
      finding(reachable, tokens),
    ];
  };
}

async function ask(url: string, init: RequestInit, signal: AbortSignal) {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  try {
    const reply = await fetch(url, { ...init, signal: deadline });
    const body: unknown = await reply.json().catch(() => null);
    return { ok: reply.ok, body };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
