import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAID } from '../../base/bounds/fairQueue.ts';
import { openDocuments } from './documents.ts';
import { articlePage } from './testing/pages.ts';
import { drawLines, makePdf } from './testing/pdf.ts';
import { startWebServer } from './testing/webServer.ts';

const { signal } = new AbortController();
const pdf = makePdf([
  drawLines(['The light-', 'house stood.', '', 'It fell.']),
  drawLines(['The end.']),
]);

let server: Awaited<ReturnType<typeof startWebServer>>;
let documents: ReturnType<typeof openDocuments>;
const pages = new Map<string, [type: string, body: string | Buffer]>();

beforeAll(async () => {
  server = await startWebServer((request, response) => {
    const [type, body] = pages.get(new URL(request.url ?? '', 'http://a').pathname) ?? ['', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const localPages = { origin: server.origin, pathPrefix: '/standins/web/' };
  documents = openDocuments({ localPages });
});
afterAll(async () => {
  await documents.close();
  await server.close();
});

const read = (name: string, type: string, body: string | Buffer) => {
  pages.set(`/standins/web/${name}`, [type, body]);
  return documents.fromLink(
    PAID,
    `${server.origin}/standins/web/${name}?utm_source=a&page=1`,
    signal,
  );
};

describe('a link', () => {
  it('is read as an article, with its canonical address', async () => {
    const head = '<link rel="canonical" href="/standins/web/light?token=abc">';
    const document = await read('article', 'text/html; charset=utf-8', articlePage({ head }));
    expect(document).toMatchObject({
      kind: 'link',
      url: `${server.origin}/standins/web/light`,
      title: 'Two brothers and a light',
      site: 'The Coast',
      published: '2024-03-01',
      language: 'en',
    });
    expect(document.text).toContain('two brothers');
    expect(document.words).toBeGreaterThan(150);
  });

  it('does not believe that it is a page of another site, nor that it is from the future', async () => {
    const head = '<link rel="canonical" href="https://example.com/"><meta name="a" content="b">';
    const html = articlePage({ head }).replace('2024-03-01', '2999-01-01');
    expect(await read('liar', 'text/html', html)).toMatchObject({
      url: `${server.origin}/standins/web/liar?page=1`,
      published: null,
    });
  });

  it('may be a PDF, or plain text', async () => {
    expect(await read('pdf', 'application/octet-stream', pdf)).toMatchObject({
      kind: 'link',
      title: 'The light',
      site: '127.0.0.1',
    });
    expect(
      await read('text', 'text/plain', 'One sentence. And another.\n\nA third.'),
    ).toMatchObject({
      title: 'One sentence.',
      text: 'One sentence. And another.\n\nA third.',
      words: 6,
    });
  });

  it('that shows no text is refused', async () => {
    await expect(read('shell', 'text/html', '<div id="root"></div>')).rejects.toMatchObject({
      reason: 'nothing-to-read',
      message: 'There’s no text to read here.',
    });
  });
});

describe('a PDF', () => {
  it('is read in its lines and paragraphs', async () => {
    expect(await documents.fromPdf(PAID, pdf, signal)).toEqual({
      kind: 'pdf',
      url: null,
      title: 'The light',
      site: null,
      published: null,
      language: 'en',
      text: 'The lighthouse stood.\n\nIt fell.\n\f\nThe end.',
      words: 7,
    });
  });

  it('was published when it says so, and not when its file was made', async () => {
    const dated = (xmp: string) => makePdf([drawLines(['The lighthouse stood.'])], { xmp });
    const publishedOf = async (xmp: string) =>
      (await documents.fromPdf(PAID, dated(xmp), signal)).published;
    expect(await publishedOf('<prism:publicationDate>1911-05-06</prism:publicationDate>')).toBe(
      '1911-05-06',
    );
    expect(await publishedOf('<xmp:CreateDate>2023-04-05T12:00:00Z</xmp:CreateDate>')).toBeNull();
  });

  it.each([
    ['none', 'not-a-pdf', Buffer.from('<html>')],
    ['damaged', 'broken', Buffer.from('%PDF-1.7 and then nothing')],
    ['cut off', 'broken', pdf.subarray(0, 40)],
    ['without text', 'scanned', makePdf(['q 10 0 0 10 0 0 cm Q', ''])],
    ['too large', 'too-large', Buffer.alloc(11 * 1024 * 1024, '%PDF-')],
    [
      'encrypted',
      'encrypted',
      makePdf([drawLines(['Secret.'])], {
        trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`,
      }),
    ],
  ])('that is %s is refused', async (_name, reason, bytes) => {
    await expect(documents.fromPdf(PAID, bytes, signal)).rejects.toMatchObject({
      name: 'NotRead',
      reason,
    });
  });
});

it('a pasted text is kept as it is, but for what nobody sees', () => {
  expect(documents.fromText('My notes\u200B on light.\n\n\n  Second\tpart.')).toEqual({
    kind: 'text',
    url: null,
    title: 'My notes on light.',
    site: null,
    published: null,
    language: null,
    text: 'My notes on light.\n\nSecond part.',
    words: 6,
  });
  expect(() => documents.fromText(' \n\u200B\u00A0')).toThrow('There’s no text to read here.');
});
