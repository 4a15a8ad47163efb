import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';

/** Content codings in order of preference, and the ending of a file that is kept in each. */
export const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export type Encoded = Record<(typeof codings)[number][0], Buffer>;

/** The content in each coding, as small as it gets: too slow for what is sent only once. */
export async function encode(content: string | Buffer): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return { br, gzip: gzipped };
}

/** The content in the best coding that the request accepts, which the reply then names. */
export function chooseEncoded(req: Request, res: Response, encoded: Encoded): Buffer | undefined {
  res.vary('Accept-Encoding');
  const [coding] = codings.find(([coding]) => req.acceptsEncodings(coding)) ?? [];
  if (!coding) return undefined;
  res.set('Content-Encoding', coding);
  return encoded[coding];
}

export const compressReplies = compression({
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
  // An event has to leave at once, and a range counts the bytes of the plain file.
  filter: (req, res) =>
    res.statusCode !== 206 &&
    !String(res.getHeader('Content-Type')).startsWith('text/event-stream') &&
    compression.filter(req, res),
});
