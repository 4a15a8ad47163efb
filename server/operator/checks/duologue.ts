import { sampleList } from '#shared/samples.ts';
import { MIRROR_COOKIE, type Reflection, reflection } from '../health/requestMirror.ts';
import { bad, type CheckOptions, type Found, good, REQUEST_TIMEOUT, request } from './check.ts';

interface OwnSettings {
  publicUrl: string;
  trustProxy: number | string | false;
}

/** A documentation address (RFC 5737): no visitor has it. */
const CLAIMED = '203.0.113.61';
/** Events that arrive at least this far apart were not buffered by a proxy, ms. */
const UNBUFFERED = 100;

const TRUST = 'Set TRUST_PROXY to the number of proxies in front';

/** Sends requests to ourselves as a visitor would: to the public URL, through all proxies. */
export async function checkDuologue(
  settings: OwnSettings,
  { signal }: CheckOptions,
): Promise<Found[]> {
  const { publicUrl } = settings;
  const scheme = checkScheme(publicUrl);
  try {
    const first = await ask(publicUrl, signal);
    const second = await ask(publicUrl, signal, `${MIRROR_COOKIE}=1`);
    return [
      scheme,
      checkProxy(first.seen, settings),
      ...(publicUrl.startsWith('https:') ? [checkCookie(first, second)] : []),
      // An event that is late by accident is not late twice.
      checkStream(Math.max(first.gap, second.gap)),
    ];
  } catch (error) {
    signal.throwIfAborted();
    return [
      scheme,
      bad(`${publicUrl} does not answer as this product does (${reasonOf(error)}): ${REACH}`),
    ];
  }
}

const REACH =
  'point its DNS record at this server, start the proxy, and let this server reach its own public address.';

function checkScheme(publicUrl: string): Found {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'https:') return good(`Visitors come to ${publicUrl}, over https.`);
  return bad(
    `PUBLIC_URL is ${publicUrl}, without encryption: set it to https://${hostname} and let the proxy end TLS.`,
  );
}

function checkProxy(seen: Reflection, { publicUrl, trustProxy }: OwnSettings): Found {
  const { host, protocol } = new URL(publicUrl);
  if (seen.host !== host) {
    return bad(`The proxy passes on Host as ${seen.host}: let it pass ${host} on unchanged.`);
  }
  if (seen.address === CLAIMED) {
    return bad(
      `Visitors can claim any address, because TRUST_PROXY=${trustProxy} counts more proxies than there are: lower it, and let the first proxy overwrite X-Forwarded-For.`,
    );
  }
  if (seen.isPeer && seen.forwardedFor !== CLAIMED) {
    return bad(
      `All visitors seem to have the proxy's own address, because TRUST_PROXY is too low. ${TRUST}.`,
    );
  }
  if (protocol === 'https:' && !seen.isSecure) {
    return bad(
      `Requests seem to come without TLS, so nobody can stay signed in. Let the proxy set X-Forwarded-Proto. ${TRUST}.`,
    );
  }
  return good(
    'The proxy passes on host, scheme and address, and nobody can claim another address.',
  );
}

function checkCookie(first: Observation, second: Observation): Found {
  const cookie = first.cookies.find((text) => text.startsWith(`${MIRROR_COOKIE}=`));
  const isWhole = cookie && /;\s*secure/i.test(cookie) && !/;\s*domain=/i.test(cookie);
  if (isWhole && second.seen.hasCookie) return good('Cookies of a signed-in visitor come back.');
  return bad(
    'A __Host- cookie does not come back through the proxy: let it pass Set-Cookie and Cookie on unchanged.',
  );
}

function checkStream(gap: number): Found {
  if (gap >= UNBUFFERED) return good('Progress arrives as it happens.');
  return bad(
    'The proxy holds server-sent events back, so no progress is seen: turn off its buffering for text/event-stream (nginx: proxy_buffering off).',
  );
}

interface Observation {
  seen: Reflection;
  cookies: string[];
  /** From the first event to the end, ms. */
  gap: number;
}

async function ask(publicUrl: string, signal: AbortSignal, cookie = ''): Promise<Observation> {
  const reply = await fetch(`${publicUrl}/healthz/mirror`, {
    headers: { 'x-forwarded-for': CLAIMED, ...(cookie && { cookie }) },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT)]),
  });
  if (!reply.ok || !reply.body) throw new Error(`it answered ${reply.status}`);
  let text = '';
  let began = 0;
  for await (const piece of reply.body.pipeThrough(new TextDecoderStream())) {
    began ||= performance.now();
    text += piece;
  }
  const gap = performance.now() - began;
  const [, data = ''] = /^data: (.*)$/m.exec(text) ?? [];
  const seen = reflection.parse(JSON.parse(data));
  return { seen, cookies: reply.headers.getSetCookie(), gap };
}

/** `fetch` reports the actual error in its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : new Error(String(error));
  const words = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : message;
  return String(words).replaceAll(/\s+/g, ' ').slice(0, 200);
}

export async function checkDemos(publicUrl: string, { signal }: CheckOptions): Promise<Found[]> {
  const reply = await request(`${publicUrl}/api/samples`, signal, { redirect: 'error' });
  const list = sampleList.safeParse(reply?.body).data;
  // If visitors cannot reach us at all, another check reports it.
  if (!list) return [];
  const { samples, recording } = list;
  return [
    samples.length + recording > 0
      ? good(`Demos: ${samples.length} can be heard, ${recording} are being made.`)
      : bad(
          'There are no demos to hear before paying: run npm run samples -- --yes once voices are on sale.',
        ),
  ];
}
