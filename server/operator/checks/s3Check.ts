import { randomUUID } from 'node:crypto';
import type { Storage } from '../../base/files/storage.ts';
import { type Check, type Finding, findingOf, messageOf } from './check.ts';

interface Settings {
  storage: Storage;
  origin: string;
  /** Where our pages' content security policy allows audio from. */
  mediaOrigin: string;
}

const CONTENT = Buffer.from('Duologue looks whether this bucket serves it');

const finding = findingOf('S3');

/** Stores, reads, plays and deletes two small objects, as the product and a browser would. */
export function s3Check({ storage, origin, mediaOrigin }: Settings): Check {
  async function ask(keys: string[], signal: AbortSignal): Promise<Finding[]> {
    const [key = ''] = keys;
    for (const one of keys) await storage.put(one, CONTENT, 'text/plain');
    const stored = await storage.head(key);
    if (stored?.bytes !== CONTENT.length) {
      return [finding(false, 'What was stored was not there afterwards: check S3_BUCKET.')];
    }
    const link = await storage.link(key, { expiresIn: 60 });
    return [
      await plays(link, signal),
      await allows(link, origin, signal),
      policyOf(link, mediaOrigin),
    ];
  }

  return async ({ signal }) => {
    const keys = [`checks/${randomUUID()}`, `checks/${randomUUID()}`];
    try {
      const found = await ask(keys, signal);
      await storage.remove(keys);
      const left = await Promise.all(keys.map((key) => storage.head(key)));
      const gone = left.every((object) => object === null);
      const kept = 'Objects cannot be removed: allow the S3 key s3:DeleteObject.';
      return [...found, finding(gone, gone ? 'The bucket stores and removes sound.' : kept)];
    } catch (error) {
      signal.throwIfAborted();
      await storage.remove(keys).catch(() => undefined);
      const words = `The bucket refuses us: check the S3_ settings and what the key may do (put, get and delete objects). ${messageOf(error)}`;
      return [finding(false, words)];
    }
  };
}

/** Players request ranges. */
async function plays(link: string, signal: AbortSignal): Promise<Finding> {
  const { host } = new URL(link);
  const reply = await ask(link, { headers: { Range: 'bytes=2-5' } }, signal);
  if (!reply) {
    return finding(
      false,
      `Nobody answers at ${host}: set S3_PUBLIC_ENDPOINT to an address that browsers reach.`,
    );
  }
  const isPiece = reply.status === 206 && reply.body === CONTENT.subarray(2, 6).toString();
  if (isPiece) return finding(true, `A signed link plays from ${host}.`);
  const words = `A signed link to ${host} answered ${reply.status} instead of a piece of the file (206): check S3_PUBLIC_ENDPOINT, and that no proxy before the bucket changes the host or the query.`;
  return finding(false, words);
}

async function allows(link: string, origin: string, signal: AbortSignal): Promise<Finding> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'range',
  };
  const reply = await ask(link, { method: 'OPTIONS', headers }, signal);
  const allowed = reply?.headers.get('access-control-allow-origin') ?? '';
  if (reply && reply.status < 300 && [origin, '*'].includes(allowed)) {
    return finding(true, `The bucket's CORS rules allow ${origin}.`);
  }
  const words = `The bucket's CORS rules do not allow ${origin}: add a rule with this origin, the methods GET and HEAD, and the header Range.`;
  return finding(false, words);
}

function policyOf(link: string, mediaOrigin: string): Finding {
  const { origin } = new URL(link);
  if (origin === mediaOrigin) return finding(true, `Our pages may play sound from ${origin}.`);
  const words = `Sound comes from ${origin}, and our pages may play it from ${mediaOrigin} only: set S3_PUBLIC_ENDPOINT to the address that browsers use.`;
  return finding(false, words);
}

async function ask(url: string, init: RequestInit, signal: AbortSignal) {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
  try {
    const reply = await fetch(url, { ...init, signal: deadline });
    return { status: reply.status, headers: reply.headers, body: await reply.text() };
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
