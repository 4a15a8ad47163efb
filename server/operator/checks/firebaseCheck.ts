import { z } from 'zod';
import { bad, type CheckOptions, type Found, good, request } from './check.ts';

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

/** Sends Google a sign-in's requests: from our pages, and from the popup on the auth domain. */
export async function firebaseCheck(
  settings: Settings,
  { signal }: CheckOptions,
): Promise<Found[]> {
  const { apiKey, authDomain, publicUrl } = settings;
  const identity = settings.identity ?? IDENTITY;
  const site = new URL(publicUrl);

  /** Also returns the authorized domains, if the key is accepted from this page. */
  async function projectFor(page: string): Promise<[Found, string[] | null]> {
    const url = `${identity}/v1/projects?key=${encodeURIComponent(apiKey)}`;
    const reply = await request(url, signal, { headers: { Referer: page } });
    if (!reply) {
      const { host } = new URL(identity);
      return [
        bad(`Google does not answer at ${host}: check this server's internet connection.`),
        null,
      ];
    }
    const known = project.safeParse(reply.body);
    if (reply.ok && known.success) {
      return [good(`The Firebase key works from ${page}.`), known.data.authorizedDomains];
    }
    const words = refusal.safeParse(reply.body).data?.error.message ?? 'nothing of use';
    const cure = /referer/i.test(words)
      ? `The Firebase key may not be used from ${page}: in Google Cloud, Credentials, allow it both ${site.origin}/* and https://${authDomain}/*.`
      : 'Google refuses the Firebase key: check FIREBASE_API_KEY.';
    return [bad(`${cure} Google said: ${words}`), null];
  }

  const [ours, domains] = await projectFor(`${site.origin}/`);
  const [popup, others] = await projectFor(`https://${authDomain}/`);
  const authorized = domains ?? others;
  const keys = await request(settings.certificates ?? CERTIFICATES, signal);
  return [
    ours,
    popup,
    ...(authorized ? [findHost(site.hostname, authorized)] : []),
    keys?.ok
      ? good("Google's public keys can be read.")
      : bad(
          "Google's public keys can't be read, so nobody can sign in: let this server reach www.googleapis.com.",
        ),
  ];
}

/** A domain includes what is below it. */
function findHost(host: string, authorized: string[]): Found {
  if (authorized.some((one) => `.${host}`.endsWith(`.${one}`))) {
    return good(`People may sign in at ${host}.`);
  }
  return bad(
    `Nobody can sign in with Google at ${host}: add it in Firebase, Authentication, Settings, Authorized domains.`,
  );
}
