// A separate process: one account that repeats the same request, many at once, from one network.
// Replies to a message with the number of answers by status.
import { deflateSync } from 'node:zlib';
import { makePdf } from '../server/reading/web/testing/pdf.ts';
import { pdfs } from '../standins/web/pdfs.ts';
import type { Answers } from './flood.ts';

export const WAYS = ['signs in', 'uploads', 'opens a payment'] as const;
export type Way = (typeof WAYS)[number];

export interface Misbehaviour {
  /** URL of the product, which must trust one proxy. */
  url: string;
  way: Way;
  cookie: string;
  email: string;
  orderId: string;
  atOnce: number;
  seconds: number;
}

export const PASSWORD = 'secret1';

export const send = (
  { url, cookie }: { url: string; cookie: string },
  address: string,
  path: string,
  body: object | Buffer,
) => {
  const isPdf = Buffer.isBuffer(body);
  return fetch(url + path, {
    method: 'POST',
    headers: {
      origin: url,
      cookie,
      'x-forwarded-for': address,
      'content-type': isPdf ? 'application/pdf' : 'application/json',
    },
    body: isPdf ? new Uint8Array(body) : JSON.stringify(body),
  });
};

/** A small page; `end` makes it unlike any other. */
export const quickPdf = (end: string) => Buffer.concat([pdfs.ordinary(), Buffer.from(`\n%${end}`)]);

/** 300 pages that take all of the parser's time. */
const slowPdf = () => {
  const page = deflateSync('BT /F1 12 Tf (aaaaaaaa) Tj ET '.repeat(60_000));
  return makePdf(
    Array.from({ length: 300 }, () => page),
    { filter: '/Filter/FlateDecode' },
  );
};

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (given: Misbehaviour) => process.send?.(await misbehave(given)));
}

async function misbehave(given: Misbehaviour): Promise<Answers> {
  const { way, email, orderId, atOnce, seconds } = given;
  const answers: Answers = {};
  const until = performance.now() + seconds * 1000;
  const pdf = slowPdf();
  const asked: Record<Way, [path: string, body: object | Buffer]> = {
    'signs in': ['/api/auth/login', { email, password: PASSWORD }],
    uploads: ['/api/sources', pdf],
    'opens a payment': [`/api/orders/${orderId}/checkout`, {}],
  };
  const [path, body] = asked[way];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        const reply = await send(given, '192.0.2.66', path, body);
        await reply.arrayBuffer();
        answers[reply.status] = (answers[reply.status] ?? 0) + 1;
      }
    }),
  );
  return answers;
}
