import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createDeflate } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAID, type Share } from '../../base/bounds/fairQueue.ts';
import { openDocuments } from './documents.ts';
import { articlePage } from './testing/pages.ts';
import { drawLines, makePdf } from './testing/pdf.ts';
import { startWebServer } from './testing/webServer.ts';

const { signal } = new AbortController();
const MEGABYTE = 1024 * 1024;
const FLATE = '/Filter/FlateDecode';

/** So many megabytes of a pattern, compressed `times` times. */
function bomb(pattern: string, megabytes: number, times = 1): Promise<Buffer> {
  const chunk = Buffer.alloc(MEGABYTE, pattern);
  let stream = Readable.from(Array.from({ length: megabytes }, () => chunk));
  for (let time = 0; time < times; time += 1) stream = stream.pipe(createDeflate());
  return buffer(stream);
}

const nested = (open: string, depth: number) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/Deep ${open.repeat(depth)}\ntrailer<</Root 1 0 R>>`,
  );
const looped = Buffer.from(
  `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
);

let documents: ReturnType<typeof openDocuments>;
let server: Awaited<ReturnType<typeof startWebServer>>;
let html = '';
beforeAll(async () => {
  server = await startWebServer(
    (_request, response) => void response.setHeader('content-type', 'text/html').end(html),
  );
  documents = openDocuments({ localPages: { origin: server.origin, pathPrefix: '/' } });
});
afterAll(async () => {
  await documents.close();
  await server.close();
});

/** Resident bytes of each parser that this process has started. */
function parsers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        if (Number(parent) !== process.pid) return [];
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('web/parserProgram')) return [];
        return [Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096];
      } catch {
        return [];
      }
    });
}

it('ten hostile PDFs of two networks stay within their memory and time, and hold up nobody else', async () => {
  const text = '(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa) Tj ';
  const hostile = [
    makePdf([await bomb('\0', 1024)], { filter: FLATE }),
    makePdf([await bomb('\0', 1024, 2)], { filter: '/Filter[/FlateDecode/FlateDecode]' }),
    makePdf([await bomb(`BT /F1 12 Tf ${text}ET `, 200)], { filter: FLATE }),
    makePdf([await bomb('q ', 100)], { filter: FLATE }),
    nested('[', 5 * MEGABYTE),
    nested('<</A ', MEGABYTE),
    looped,
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(9 * MEGABYTE, '1 0 obj ')]),
    makePdf(['BT (', '\x00\xff'.repeat(MEGABYTE)]),
    makePdf(Array.from({ length: 20_000 }, () => 'q Q')),
  ];
  let most = 0;
  let largest = 0;
  const watch = setInterval(() => {
    const resident = parsers();
    most = Math.max(most, resident.length);
    largest = Math.max(largest, ...resident);
  }, 20);
  const began = performance.now();
  const ended: string[] = [];
  const read = async (who: string, share: Share, bytes: Buffer) => {
    const outcome = await documents.fromPdf(share, bytes, signal).then(
      ({ text }) => text,
      (error) => error.reason ?? error,
    );
    ended.push(who);
    return outcome;
  };
  const hostiles = hostile.map((bytes, n) => read('hostile', [`network ${n % 2}`], bytes));
  const small = makePdf([drawLines(['Still here.'])]);
  const others = [read('stranger', ['another network'], small), read('paid', PAID, small)];
  expect(await Promise.all(others)).toEqual(['Still here.', 'Still here.']);
  // Not behind the eight that came before.
  expect(ended.indexOf('stranger')).toBeLessThan(5);
  expect(ended.indexOf('paid')).toBeLessThan(5);
  const outcomes = await Promise.all(hostiles);
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toEqual([]);
  expect(most).toBe(3);
  // What a process can take between two looks at it.
  expect(largest).toBeLessThan(400 * MEGABYTE);
  // Two at a time, each 15 s at most.
  expect(seconds).toBeLessThan((hostile.length / 2) * 16);
  expect(parsers()).toEqual([]);
}, 120_000);

it.each([
  ['nested deeply', '<div>'.repeat(500_000)],
  ['of one endless attribute', `<p title="${'a'.repeat(2_900_000)}`],
  ['of very many elements', '<p>a'.repeat(700_000)],
  ['of very many links', '<a href=/a>a</a>'.repeat(150_000)],
])(
  'a page %s ends within its bounds, and the next is read',
  async (_name, body) => {
    html = body;
    const began = performance.now();
    await expect(
      documents.fromLink(PAID, `${server.origin}/hostile`, signal),
    ).rejects.toMatchObject({
      name: 'NotRead',
    });
    expect(performance.now() - began).toBeLessThan(20_000);
    html = articlePage();
    expect(
      (await documents.fromLink(PAID, `${server.origin}/article`, signal)).words,
    ).toBeGreaterThan(150);
  },
  60_000,
);

it('an abort ends the parser with its own reason', async () => {
  const controller = new AbortController();
  const slow = documents.fromPdf(
    PAID,
    makePdf([await bomb('q ', 100)], { filter: FLATE }),
    controller.signal,
  );
  const reason = new Error('the listener went away');
  setImmediate(() => controller.abort(reason));
  await expect(slow).rejects.toBe(reason);
});
