import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { RequestHandler } from 'express';

/** Smaller replies travel in one packet anyway, bytes. */
const WORTHWHILE = 1400;
const TEXT = /^(text\/|image\/svg|application\/([\w.-]+\+)?(json|xml))/;
/** Half a millisecond for the largest page, and within a tenth of the smallest size. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Makes texts smaller on their way: whatever a route answers by `res.send` or `res.json`. Files and
 * streams go by other ways and are left alone.
 */
export const compressReplies: RequestHandler = (req, res, next) => {
  const { send } = res;
  res.send = (body) => {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) return send.call(res, body);
    // As Express would have it.
    if (typeof body === 'string' && !res.get('Content-Type')) res.type('html');
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const worthwhile = bytes.length >= WORTHWHILE && TEXT.test(res.get('Content-Type') ?? '');
    if (!worthwhile || res.get('Content-Encoding')) return send.call(res, body);
    res.vary('Accept-Encoding');
    if (req.acceptsEncodings('br')) {
      res.set('Content-Encoding', 'br');
      return send.call(res, brotliCompressSync(bytes, brotli));
    }
    if (!req.acceptsEncodings('gzip')) return send.call(res, body);
    res.set('Content-Encoding', 'gzip');
    return send.call(res, gzipSync(bytes));
  };
  next();
};
