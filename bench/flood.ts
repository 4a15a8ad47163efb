// A separate process: many clients repeat a request at once. Replies to a message with the number of
// answers by status.
import { deflateSync } from 'node:zlib';
import { makePdf } from '../server/reading/web/testing/pdf.ts';

export const PASSWORD = 'secret1';

export interface Flood {
  /** URL of the product, which must trust one proxy. */
  url: string;
  cookie: string;
  path: string;
  /**
   * Sent as JSON. `slow PDF` is a file that takes all of the parser's time, and `guesses` are
   * passwords, each for a new account and from a new network, so that no rate limit applies.
   */
  body: object | 'slow PDF' | 'guesses';
  atOnce: number;
  seconds: number;
}

export type Answers = Record<number, number>;

if (process.argv[1] === import.meta.filename) {
  process.on('message', async (flood: Flood) => process.send?.(await pour(flood)));
}

async function pour(flood: Flood): Promise<Answers> {
  const { path, body, atOnce, seconds } = flood;
  const answers: Answers = {};
  const until = performance.now() + seconds * 1000;
  const sent = body === 'slow PDF' ? slowPdf() : Object(body);
  let tried = 0;
  const client = async () => {
    while (performance.now() < until) {
      const number = tried++;
      // 10.0.0.0/8 has sixteen million addresses.
      const reply = await (body === 'guesses'
        ? send(flood, `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, path, {
            email: `stranger${number}@example.com`,
            password: 'a guess',
          })
        : send(flood, '192.0.2.66', path, sent));
      await reply.arrayBuffer();
      answers[reply.status] = (answers[reply.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return answers;
}

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

/** 300 pages that take all of the parser's time. */
function slowPdf(): Buffer {
  const page = deflateSync('BT /F1 12 Tf (aaaaaaaa) Tj ET '.repeat(60_000));
  const pages = Array.from({ length: 300 }, () => page);
  return makePdf(pages, { filter: '/Filter/FlateDecode' });
}
