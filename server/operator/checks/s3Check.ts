import { randomUUID } from 'node:crypto';
import type { Storage } from '../../base/files/storage.ts';
import { bad, type CheckOptions, type Found, good, messageOf, request } from './check.ts';

const CONTENT = Buffer.from('Duologue looks whether this bucket serves it');

/** Stores, reads, plays and deletes two small objects, as the product and a browser would. */
export async function s3Check(
  storage: Storage,
  origin: string,
  { signal }: CheckOptions,
): Promise<Found[]> {
  const key = `checks/${randomUUID()}`;
  const keys = [key, `checks/${randomUUID()}`];
  try {
    for (const one of keys) await storage.put(one, CONTENT, 'text/plain');
    const found = await tryObject(storage, key, origin, signal);
    await storage.remove(keys);
    const left = await Promise.all(keys.map((one) => storage.head(one)));
    const removal = left.every((object) => object === null)
      ? good('The bucket stores and removes sound.')
      : bad('Objects cannot be removed: allow the S3 key s3:DeleteObject.');
    return [...found, removal];
  } catch (error) {
    signal.throwIfAborted();
    await storage.remove(keys).catch(() => undefined);
    return [
      bad(
        `The bucket refuses us: check the S3_ settings and what the key may do (put, get and delete objects). ${messageOf(error)}`,
      ),
    ];
  }
}

async function tryObject(storage: Storage, key: string, origin: string, signal: AbortSignal) {
  const stored = await storage.head(key);
  if (stored?.bytes !== CONTENT.length) {
    return [bad('What was stored was not there afterwards: check S3_BUCKET.')];
  }
  const link = await storage.link(key, { expiresIn: 60 });
  return [await plays(link, signal), await allows(link, origin, signal)];
}

/** Players request ranges. */
async function plays(link: string, signal: AbortSignal): Promise<Found> {
  const { host } = new URL(link);
  const reply = await request(link, signal, { headers: { Range: 'bytes=2-5' } });
  if (!reply) {
    return bad(
      `Nobody answers at ${host}: set S3_PUBLIC_ENDPOINT to an address that browsers reach.`,
    );
  }
  const isPiece = reply.status === 206 && reply.text === CONTENT.subarray(2, 6).toString();
  if (isPiece) return good(`A signed link plays from ${host}.`);
  return bad(
    `A signed link to ${host} answered ${reply.status} instead of a piece of the file (206): check S3_PUBLIC_ENDPOINT, and that no proxy before the bucket changes the host or the query.`,
  );
}

async function allows(link: string, origin: string, signal: AbortSignal): Promise<Found> {
  const headers = {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'range',
  };
  const reply = await request(link, signal, { method: 'OPTIONS', headers });
  const allowed = reply?.headers.get('access-control-allow-origin') ?? '';
  if (reply && reply.status < 300 && [origin, '*'].includes(allowed)) {
    return good(`The bucket's CORS rules allow ${origin}.`);
  }
  return bad(
    `The bucket's CORS rules do not allow ${origin}: add a rule with this origin, the methods GET and HEAD, and the header Range.`,
  );
}
