import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';

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

/** Vite names these files by content, so they never change. Sends compressed copies (`x.js.br`). */
export function assets(folder: string): Router {
  const forever = { immutable: true, maxAge: '1y', index: false, redirect: false } as const;
  const chooseCoding: RequestHandler = async (req, res, next) => {
    const name = req.path.slice(1);
    // Only names that Vite makes: none leads out of the folder.
    if (!/^\w[\w.-]*$/.test(name)) return next();
    res.vary('Accept-Encoding');
    for (const [coding, ending] of codings) {
      if (!req.acceptsEncodings(coding)) continue;
      const isThere = await stat(path.join(folder, name + ending)).catch(() => null);
      if (!isThere) continue;
      req.url = `/${name}${ending}`;
      break;
    }
    next();
  };
  return Router().use(chooseCoding, express.static(folder, { ...forever, setHeaders: setCoding }));
}

/** The type is that of the uncompressed file. */
function setCoding(res: Response, file: string): void {
  const [coding, ending] = codings.find(([, ending]) => file.endsWith(ending)) ?? [];
  if (!coding) return;
  res.set('Content-Encoding', coding).type(path.extname(path.basename(file, ending)));
}
