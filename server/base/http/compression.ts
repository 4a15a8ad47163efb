import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';

/** In order of preference, each with the ending of its files. */
export const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export type Encoded = Record<(typeof codings)[number][0], Buffer>;

/** As small as it gets: too slow for what is sent only once. */
export async function encode(content: string | Buffer): Promise<Encoded> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(content),
    promisify(gzip)(content, { level: 9 }),
  ]);
  return { br, gzip: gzipped };
}

/** Sets the headers of the best coding that the request accepts. Undefined if it accepts none. */
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
